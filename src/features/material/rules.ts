import { z } from 'zod'

/**
 * Learning material, shared by all centres: course → level → chapter → section → question (spec §3; product §6). A level says how many
 * chapters it is to have; `chapters/default` makes those that are missing, each with an empty first section.
 */

/** How many chapters a level is to have. */
export const ChapterCount = z.int().min(0).max(99)

/** The names that `chapters/default` gives. */
export const defaultName = { chapter: (num: number) => `Chapter ${num}`, section: 'Section 1' }

/** How many chapters `chapters/default` would make or give their first section. */
export const gaps = (chapterCount: number, chapters: readonly { num: number; sections: readonly unknown[] }[]) =>
  chapterCount - chapters.filter(({ num, sections }) => num <= chapterCount && sections.length > 0).length
