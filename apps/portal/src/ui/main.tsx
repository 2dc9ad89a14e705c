import { type ComponentProps, createContext, use } from 'react';

const IsInMain = createContext(false);

/** The main landmark of a page, which has one alone: within another one it draws nothing of its own. */
export const Main = ({ children, ...rest }: ComponentProps<'main'>) => {
  if (use(IsInMain)) return children;
  return (
    <main {...rest}>
      <IsInMain value>{children}</IsInMain>
    </main>
  );
};
