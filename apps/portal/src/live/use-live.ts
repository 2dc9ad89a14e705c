import { useSyncExternalStore } from 'react';
import { currentLive, type Live, onLive } from './live-events.js';

/** Events as they happen, from the moment that somebody first looks. */
export const useLive = (): Live => useSyncExternalStore(onLive, currentLive);
