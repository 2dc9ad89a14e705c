/** Written at build by `build/land.ts`. */
declare module 'virtual:land' {
  /** Where the files of this drawing are. */
  export const LAND_FOLDER: string;
  /** For each tile `1` where it has land. */
  export const HAS_LAND: string;
}
