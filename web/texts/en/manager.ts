/** Words of the manager's screens. */
export const manager = {}
