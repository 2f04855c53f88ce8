import { quoted, text } from '#features/history/change-words.ts'
import type { Side, Telling, Told, Wording } from '#shared/wording.ts'

const parts = ['course', 'level', 'chapter', 'section', 'test']

const called = (part: string, side: Side) => `the ${part}${text(side['name']) && ` ${quoted(side['name'])}`}`

const partActions: Telling = Object.fromEntries(
  parts.flatMap((part) => [
    [`material.add-${part}`, ({ after }: Told) => `added ${called(part, after)}`],
    [`material.change-${part}`, (told: Told) => `changed ${called(part, told.row)}`],
    [`material.drop-${part}`, ({ before }: Told) => `deleted ${called(part, before)}`],
  ]),
)

/** Words for this feature's changes in the audit log. */
export const materialWording: Wording = {
  actions: {
    ...partActions,
    'material.clone-section': ({ after }) => `copied ${called('section', after)}`,
    'material.fill-chapters': () => 'added chapters',
    'material.restore': () => 'restored deleted learning material',
    'hints.add': () => 'added a hint',
    'hints.change': () => 'changed a hint',
    'hints.drop': () => 'deleted a hint',
    'visuals.add': () => 'added a picture',
  },
}
