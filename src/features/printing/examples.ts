import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { assigning } from '#features/practice/assigning/api.ts'
import { centerScopes, type Example, examplesFor, ownScope, type Target } from '#tests/example.ts'
import { factories } from '#tests/factories.ts'
import { material } from '#features/material/api.ts'
import { printing } from './api.ts'
import { worksheets } from './worksheets/api.ts'

const page = [{ num: 1, revision: 1, top: 40, bottom: 60, bubbles: [{ name: '0', x: 10, y: 50 }] }]
const workIn = ({ centerId, homeworkId }: Target) => ({ centerId, workId: homeworkId })
const pageIn = ({ centerId, printedPageId }: Target) => ({ centerId, pageId: printedPageId })
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()

/** Example calls of the feature's endpoints. */
export const printingExamples: readonly Example[] = [
  ...examplesFor(printing, {
    order: { scopes: ownScope, input: () => ({}) },
    putOrder: {
      scopes: ownScope,
      input: () => ({ version: 1, levels: [] }),
      prepare: async ({ courseId }, { call }) => {
        await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 0 })
        const { body: before } = await call(printing.order, {})
        const levels = before.levels.map(({ levelId }) => levelId)
        const { body: turned } = await call(printing.putOrder, {
          version: before.version,
          levels: levels.toReversed(),
        })
        return { version: turned.version, levels }
      },
    },
  }),
  ...examplesFor(worksheets, {
    open: { scopes: centerScopes, input: workIn },
    start: {
      scopes: centerScopes,
      input: workIn,
      prepare: async ({ centerId, sectionId }, { call, write }) => {
        const student = await write((db) => factories(db).student(centerId))
        const { body } = await call(assigning.homework, { id: student.id, sections: [sectionId] })
        return { workId: body._id }
      },
    },
    print: { scopes: centerScopes, input: (target) => ({ ...workIn(target), pages: [page] }) },
    page: { scopes: centerScopes, input: pageIn },
    picture: { scopes: centerScopes, input: pageIn },
    save: {
      scopes: centerScopes,
      input: (target) => ({ ...pageIn(target), data: picture.toString('base64'), marks: [] }),
    },
  }),
]
