/** The library's colours, darkened or lightened until small text can be read: 4.5 to 1 on every ground that it has. */
export const THEME = `
.light-mode {
  --scalar-color-2: #5c6166;
  --scalar-color-3: #62676c;
  --scalar-color-green: #006b42;
  --scalar-color-red: #b3001b;
  --scalar-color-yellow: #7a5600;
  --scalar-color-blue: #00599c;
  --scalar-color-orange: #a33c00;
  --scalar-color-purple: #5b3fa8;
}
.dark-mode {
  --scalar-color-3: #a3a8ae;
  --scalar-color-green: #3fd194;
  --scalar-color-red: #ff8a8a;
  --scalar-color-yellow: #ffd166;
  --scalar-color-blue: #7cc0f5;
  --scalar-color-orange: #ffa366;
  --scalar-color-purple: #c0aefc;
}
`;
