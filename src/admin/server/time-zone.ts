/** Where whoever looks at it is: days begin there. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
