import { z } from 'zod'

/**
 * Learning material, shared by all centres: course → level → chapter → section → question (spec §3; product §6). A level says how many
 * chapters it is to have; `chapters/default` makes those that are missing, each with an empty first section.
 */

/** What a course teaches (spec §9, subjects). */
export const Subject = z.enum(['Math', 'English', 'Private Tutoring', 'Group'])
export type Subject = z.infer<typeof Subject>

/** How many chapters a level is to have. */
export const ChapterCount = z.int().min(0).max(99)

/** The names that `chapters/default` gives. */
export const defaultName = { chapter: (num: number) => `Chapter ${num}`, section: 'Section 1' }
