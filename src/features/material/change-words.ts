import { quoted, text } from '#features/history/change-words.ts'
import type { Side, ActionWords, LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const parts: Record<string, () => string> = {
  course: () => t('the course'),
  level: () => t('the level'),
  chapter: () => t('the chapter'),
  section: () => t('the section'),
  test: () => t('the test'),
}

const called = (part: string, side: Side) =>
  `${parts[part]?.() ?? ''}${text(side['name']) && ` ${quoted(side['name'])}`}`

const partActions: ActionWords = Object.fromEntries(
  Object.keys(parts).flatMap((part) => [
    [`material.add-${part}`, ({ after }: LoggedChange) => t('added {what}', { what: called(part, after) })],
    [
      `material.change-${part}`,
      (change: LoggedChange) => t('changed {what}', { what: called(part, change.row) }),
    ],
    [
      `material.drop-${part}`,
      ({ before }: LoggedChange) => t('deleted {what}', { what: called(part, before) }),
    ],
  ]),
)

/** Wording of this feature's changes in the audit log. */
export const materialWording: Wording = {
  actions: {
    ...partActions,
    'material.clone-section': ({ after }) => t('copied {what}', { what: called('section', after) }),
    'material.fill-chapters': () => t('added chapters'),
    'material.restore': () => t('restored deleted learning material'),
    'hints.add': () => t('added a hint'),
    'hints.change': () => t('changed a hint'),
    'hints.drop': () => t('deleted a hint'),
    'visuals.add': () => t('added a picture'),
  },
}
