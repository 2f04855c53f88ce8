import { z } from 'zod'
import { get, post, put, del } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Section } from '../rules.ts'
import { TrashRef } from '../trash/api.ts'

const Name = RequiredText(longest.name)

/** A chapter's test, with its own sections. */
export const Test = record('Test', { name: z.string(), version: z.int(), sections: z.array(Section) })
export type Test = z.infer<typeof Test>

const inChapter = z.object({ levelId: Id, chapterNum: Num })
const inSection = inChapter.extend({ id: Id })
const at = '/bl/levels/:levelId/chapters/:chapterNum/test'

/** A chapter's test and its sections, which are addressed by id (spec §7, Material). */
export const tests = {
  /** Adds a test with one empty section. Responds with 409 if the chapter already has a test. */
  add: post(at, {
    who: 'material.change',
    once: true,
    input: inChapter.extend({ name: Name }),
    output: Test,
  }),
  change: put(at, { who: 'material.change', input: inChapter.extend({ name: Name }), output: Test }),
  sections: get(`${at}/sections`, { who: 'material.read', input: inChapter, output: z.array(Section) }),
  section: get(`${at}/sections/:id`, { who: 'material.read', input: inSection, output: Section }),
  addSection: post(`${at}/sections`, {
    who: 'material.change',
    once: true,
    input: inChapter.extend({ name: Name }),
    output: Section,
  }),
  /**
   * Renames a section, or moves it to `num` and shifts the sections in between by one. Omitted fields keep
   * their values.
   */
  changeSection: put(`${at}/sections/:id`, {
    who: 'material.change',
    input: inSection.extend({ name: Name.optional(), num: Num.optional() }),
    output: Section,
  }),
  /**
   * Deletes a section with its questions. Responds with 409 if the section or one of its questions is used in
   * work assigned to a student.
   */
  dropSection: del(`${at}/sections/:id`, { who: 'material.change', input: inSection, output: TrashRef }),
}
