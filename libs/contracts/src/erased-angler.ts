/** What stands where an erased angler's name stood, in every service. */
export const ERASED_ANGLER = 'erased angler';
