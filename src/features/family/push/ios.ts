/**
 * Returns true for the browser of an iPhone or iPad. Most iPads name themselves Macintosh, but no Mac has a
 * touchscreen.
 */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>) =>
  /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
