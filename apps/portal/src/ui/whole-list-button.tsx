import { useNavigate } from '@tanstack/react-router';
import { Button } from './button.js';

/** Leads out of an address whose filters, order or place in the list were refused: to the list without them. */
export const WholeListButton = () => {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: '.', search: {} } as never)}>Show the whole list</Button>;
};
