import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { del, get, None, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { AssessmentQuestions, ChapterCount, Section } from './rules.ts'
import { Test } from './tests/api.ts'
import { TrashRef } from './trash/api.ts'

const Name = RequiredText(longest.name)

const Course = record('Course', { _id: Id, name: z.string(), subject: Subject, version: z.int() })
export type Course = z.infer<typeof Course>

/**
 * A level. `chapterCount` is the planned number of chapters, `chapters` the actual one, and `questions` the
 * number of questions in all sections.
 */
const Level = record('Level', {
  _id: Id,
  courseId: Id,
  course: z.string(),
  name: z.string(),
  order: z.int(),
  chapterCount: ChapterCount,
  assessmentQuestions: AssessmentQuestions,
  chapters: z.int(),
  questions: z.int(),
  version: z.int(),
})
export type Level = z.infer<typeof Level>

const Chapter = record('Chapter', {
  num: Num,
  name: z.string(),
  version: z.int(),
  sections: z.array(Section),
  test: Test.nullable(),
})
export type Chapter = z.infer<typeof Chapter>

const inLevel = z.object({ levelId: Id })
const inChapter = inLevel.extend({ chapterNum: Num })
const inSection = inChapter.extend({ sectionNum: Num })

/**
 * Learning material other than questions (spec §7). Lists are in display order. Responds with 409 when
 * deleting something that is still in use, or if a name or number is taken. Deleted items can be restored
 * from the trash. Changing the `num` of a chapter or section, or the `order` of a level, moves it and shifts
 * the items in between by one. Omitted fields keep their values.
 */
export const material = {
  courses: get('/bl/courses', { who: 'material.read', input: None, output: z.array(Course) }),
  addCourse: post('/bl/courses', {
    who: 'material.change',
    input: z.object({ name: Name, subject: Subject }),
    output: Course,
  }),
  changeCourse: put('/bl/courses/:id', {
    who: 'material.change',
    input: z.object({ id: Id, name: Name, subject: Subject }),
    output: Course,
  }),
  dropCourse: del('/bl/courses/:id', {
    who: 'material.remove',
    input: z.object({ id: Id }),
    output: TrashRef,
  }),

  levels: get('/bl/levels', {
    who: 'material.read',
    input: z.object({ courseId: Id.optional() }),
    output: z.array(Level),
  }),
  level: get('/bl/levels/:id', { who: 'material.read', input: z.object({ id: Id }), output: Level }),
  /** Adds a level at the position `order` in its course, or as the last one. */
  addLevel: post('/bl/levels', {
    who: 'material.change',
    input: z.object({ courseId: Id, name: Name, order: Num.optional(), chapterCount: ChapterCount }),
    output: Level,
  }),
  changeLevel: put('/bl/levels/:id', {
    who: 'material.change',
    input: z.object({
      id: Id,
      name: Name.optional(),
      order: Num.optional(),
      chapterCount: ChapterCount.optional(),
      assessmentQuestions: AssessmentQuestions.optional(),
    }),
    output: Level,
  }),
  dropLevel: del('/bl/levels/:id', { who: 'material.remove', input: z.object({ id: Id }), output: TrashRef }),

  /** Returns a level's chapters with their sections and tests. */
  chapters: get('/bl/levels/:levelId/chapters', {
    who: 'material.read',
    input: inLevel,
    output: z.array(Chapter),
  }),
  chapter: get('/bl/levels/:levelId/chapters/:chapterNum', {
    who: 'material.read',
    input: inChapter,
    output: Chapter,
  }),
  addChapter: post('/bl/levels/:levelId/chapters', {
    who: 'material.change',
    input: inLevel.extend({ num: Num, name: Name }),
    output: Chapter,
  }),
  changeChapter: put('/bl/levels/:levelId/chapters/:chapterNum', {
    who: 'material.change',
    input: inChapter.extend({ name: Name.optional(), num: Num.optional() }),
    output: Chapter,
  }),
  dropChapter: del('/bl/levels/:levelId/chapters/:chapterNum', {
    who: 'material.change',
    input: inChapter,
    output: TrashRef,
  }),
  /**
   * Completes chapters 1 to `chapterCount`: adds missing chapters, first sections and tests. Returns all
   * chapters.
   */
  fillChapters: post('/bl/levels/:levelId/chapters/default', {
    who: 'material.change',
    input: inLevel,
    output: z.array(Chapter),
  }),

  sections: get('/bl/levels/:levelId/chapters/:chapterNum/sections', {
    who: 'material.read',
    input: inChapter,
    output: z.array(Section),
  }),
  section: get('/bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum', {
    who: 'material.read',
    input: inSection,
    output: Section,
  }),
  /** Adds a section with the number `num`, or as the last one in its chapter. */
  addSection: post('/bl/levels/:levelId/chapters/:chapterNum/sections', {
    who: 'material.change',
    once: true,
    input: inChapter.extend({ num: Num.optional(), name: Name }),
    output: Section,
  }),
  changeSection: put('/bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum', {
    who: 'material.change',
    input: inSection.extend({ name: Name.optional(), num: Num.optional() }),
    output: Section,
  }),
  dropSection: del('/bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum', {
    who: 'material.change',
    input: inSection,
    output: TrashRef,
  }),
}
