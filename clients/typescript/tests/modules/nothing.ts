/** A module without a bot. */
export const nothing = 0;
