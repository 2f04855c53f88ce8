/**
 * Subjects of classes, in the specification's order (spec §9). A module of its own, so that parsing a URL
 * loads nothing else.
 */
export const subjects = ['Math', 'English', 'Private Tutoring', 'Group'] as const
