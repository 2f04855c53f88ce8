/**
 * Content of a page within its frame, in millimeters. Above it is the head with the code, below it the page
 * number.
 */
export const content = { top: 31, height: 212 }

/** Height of the content in pixels. */
export const contentRoom = (content.height * 96) / 25.4
