/**
 * Content of a page within its frame, in millimeters. The header with the code is above the content, and the
 * page number is below it.
 */
export const content = { top: 31, height: 212 }

/** Height of the content in pixels. */
export const contentRoom = (content.height * 96) / 25.4
