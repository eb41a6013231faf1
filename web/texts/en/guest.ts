export const guest = {}
