import { Check, CircleAlert, Clock, PackageCheck, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { badgeWords } from '#features/schedule/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Segments } from '#ui/Segments.tsx'
import { useKeys } from '#web/use-keys.ts'
import type { RollLine } from './api.ts'
import style from './RollRows.module.css'
import { type Mark, noticeWords } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import type { SaveState } from './use-roll.ts'

const segments = [
  {
    value: 'present' as const,
    label: 'Present',
    icon: <Check aria-hidden />,
    color: 'success' as const,
    letter: 'p',
  },
  {
    value: 'absent' as const,
    label: 'Absent',
    icon: <X aria-hidden />,
    color: 'error' as const,
    letter: 'a',
  },
  {
    value: 'pickup' as const,
    label: 'Pick-up',
    icon: <PackageCheck aria-hidden />,
    color: 'info' as const,
    letter: 'u',
  },
]

/** Message about a colleague who is also taking attendance on this roll. Appears and disappears live. */
export const Colleague = ({ marking }: { marking: boolean }) => (
  <span className={`${style.colleague} info-text grow`} role="status">
    {marking && t('A colleague is also taking attendance')}
  </span>
)

/** Message that explains why some marks are unavailable now. */
export const Closed = ({ why }: { why: string }) => (
  <output className={`${style.closed} row middle gap-2 pad-3-4 warn-ground ink rounded`}>
    <Clock aria-hidden /> {translateSentence(why)}
  </output>
)

type RollRowsProps = {
  lines: readonly RollLine[]
  /** Students whose marks aren't stored yet, or couldn't be stored. */
  saving: ReadonlyMap<string, SaveState>
  /** Marks that can be set now. Empty when the roll is read-only. */
  may: readonly Mark[]
  onMark: (line: RollLine, mark: Mark) => void
  /** Dismisses the message that a student's mark wasn't saved. */
  onDismiss: (line: RollLine) => void
  /** Renders a name, for example as a link. */
  nameOf?: (line: RollLine, name: string) => ReactNode
  /** Text about a student that appears only in print. */
  onPaper?: (line: RollLine) => string
}

/**
 * Students of a roll, each with three mark buttons. Uses only basic components, so that a classroom's tablet
 * can show it too.
 */
export function RollRows({ lines, saving, may, ...row }: RollRowsProps) {
  useRowKeys({ lines, may, onMark: row.onMark })
  const choices = segments.map((segment) => ({
    ...segment,
    label: t(segment.label),
    disabled: !may.includes(segment.value),
  }))
  return (
    <ul className="card" aria-label={t('Students')}>
      {lines.map((line) => (
        <Row
          key={line.studentId}
          line={line}
          saving={saving.get(line.studentId)}
          choices={choices}
          {...row}
        />
      ))}
    </ul>
  )
}

/**
 * Makes the letter keys set marks from anywhere in a row, because Tab reaches the student's name before the
 * mark buttons. The buttons handle these keys too.
 */
function useRowKeys({ lines, may, onMark }: Pick<RollRowsProps, 'lines' | 'may' | 'onMark'>) {
  const markBy = (mark: Mark) => (press: KeyboardEvent) => {
    const row = press.target instanceof Element && press.target.closest<HTMLElement>('[data-student]')
    const line = row && lines.find(({ studentId }) => studentId === row.dataset['student'])
    if (press.defaultPrevented || !line || !may.includes(mark)) return
    row.querySelector<HTMLElement>(`input[value="${mark}"]`)?.focus()
    if (mark !== line.mark) onMark(line, mark)
  }
  useKeys(Object.fromEntries(segments.map(({ letter, value }) => [letter, markBy(value)])))
}

type RowProps = Pick<RollRowsProps, 'onMark' | 'onDismiss' | 'nameOf' | 'onPaper'> & {
  line: RollLine
  saving: SaveState | undefined
  choices: typeof segments
}

function Row({ line, saving, choices, onMark, onDismiss, nameOf, onPaper }: RowProps) {
  const name = fullName(line)
  const facts = [
    line.onBreak ? t('On break') : line.level,
    line.told && line.mark !== 'present' && noticeWords(line.told),
    line.mark === 'pickup' && markWord({ mark: 'pickup', arrivedAt: line.arrivedAt }),
  ].filter(Boolean)
  return (
    <li
      className={`${style.row} cluster middle apart pad-2-4`}
      data-break={line.onBreak || undefined}
      data-marked={line.mark !== null || undefined}
      data-on-paper={onPaper?.(line)}
      data-student={line.studentId}
    >
      <span className={`${style.who} grid breakable`}>
        <span className={`${style.name} inline-row middle gap-2 bold`}>
          {nameOf ? nameOf(line, name) : name}
          {line.badge && (
            <abbr
              className={`${style.badge} small nowrap info-text info-ground no-underline`}
              title={t(badgeWords[line.badge])}
            >
              {t(line.badge)}
            </abbr>
          )}
        </span>
        <small>
          <span>
            {facts.map((fact, n) => (
              <Fragment key={n}>
                {n > 0 && ' · '}
                {fact}
              </Fragment>
            ))}
            {saving === 'waiting' && (
              <span className={style.saving}>
                {facts.length > 0 && ' · '}
                {t('Saving…')}
              </span>
            )}
          </span>
          <UnsavedNote of={name} failed={saving === 'failed'} />
          {saving === 'failed' && (
            <button
              type="button"
              className={style.dismiss}
              onClick={() => onDismiss(line)}
              aria-label={t('Dismiss the message about {name}', { name })}
            >
              <X aria-hidden />
            </button>
          )}
        </small>
      </span>
      <Segments
        label={t('{name}’s attendance', { name })}
        segments={choices}
        value={line.mark}
        onChange={(mark) => onMark(line, mark)}
        atOnce
      />
    </li>
  )
}

/**
 * Message about a mark that wasn't saved. Rendered even if empty, because screen readers announce changes
 * only in regions that already exist.
 */
const UnsavedNote = ({ of, failed }: { of: string; failed: boolean }) => (
  <span role="status" className={`${style.failed} row middle gap-1 bold error-text`}>
    {failed && (
      <>
        <CircleAlert aria-hidden />
        <span className="visually-hidden">{of}: </span>
        {t('Not saved, tap again')}
      </>
    )}
  </span>
)
