import { errorText } from './error-text.js';
import { freePort, isFree } from './free-port.js';
import { portHolder } from './port-holder.js';
import { UserError } from './user-error.js';

/** The gateway's port, which must be the one asked for; 0 is any that is free. */
export const gatewayPort = async (wanted: number): Promise<number> => {
  if (wanted === 0) return freePort();
  const advice = `Use another port: PORT=${await freePort()} npm start`;
  try {
    if (await isFree(wanted)) return wanted;
  } catch (error) {
    throw new UserError(`Port ${wanted} cannot be used: ${errorText(error)}`, advice, error);
  }
  const holder = portHolder(wanted);
  throw new UserError(`Port ${wanted} is taken${holder ? ` by ${holder.name} (pid ${holder.pid})` : ''}.`, advice);
};
