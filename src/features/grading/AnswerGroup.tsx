import { type KeyboardEvent, useId } from 'react'
import { lateWords, secondsLate } from '#features/practice/lateness.ts'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import type { Shown } from '#features/questions/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import type { AnswerToGrade } from './api.ts'
import style from './Grading.module.css'
import { Quarters } from './Quarters.tsx'
import type { Quarter } from './rules.ts'
import type { Snippet } from './snippets/api.ts'
import { Snippets } from './snippets/Snippets.tsx'
import type { SnippetActions } from './snippets/use-snippets.ts'

type AnswerGroupProps = {
  group: readonly AnswerToGrade[]
  shown: Shown
  /** True if the keyboard shortcuts apply to this group. */
  current: boolean
  /** Called to move on from this group after a colleague has graded it; null until then. */
  onLeave: (() => void) | null
  comment: string
  snippets: readonly Snippet[]
  kept: SnippetActions
  onCurrent: () => void
  onComment: (text: string) => void
  onGrade: (quarter: Quarter) => void
  onNext: () => void
}

const longest = 1000

/**
 * A group of equal answers with the students' names and the grade buttons. The current group also has the
 * comment field.
 */
export function AnswerGroup({
  group,
  shown,
  current,
  onLeave,
  onCurrent,
  onGrade,
  onNext,
  ...commenting
}: AnswerGroupProps) {
  const id = useId()
  const [first] = group
  if (!first) return null
  const next = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    onNext()
  }
  return (
    <li>
      {/* The group itself handles Enter, which goes to the next group (other keys: `useGradingKeys`). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className={`${style.group} card pad-4 stack gap-3`}
        tabIndex={-1}
        aria-labelledby={id}
        aria-current={current || undefined}
        data-current={current || undefined}
        onFocus={() => !current && onCurrent()}
        onKeyDown={next}
      >
        <h2 id={id}>
          {group.length > 1 && (
            <span className={style.equal}>{counted(group.length, 'matching answer')}: </span>
          )}
          {group.map(fullName).join(', ')}
        </h2>
        <p className={`${style.quiet} fine-print`} data-figures>
          {worksOf(group)}
        </p>
        {group.map((answer) => (
          <Late key={answer._id} answer={answer} named={group.length > 1} />
        ))}
        {onLeave && (
          <div className={`${style.lost} cluster middle apart gap-2 pad-2-3 rounded`} role="status">
            <p>{t('A colleague has already graded this.')}</p>
            <Button onClick={onLeave}>{t('Continue')}</Button>
          </div>
        )}
        <div className={style.given}>
          <ReadOnlyFields shown={shown} given={first.given} verdict={first.verdict} />
        </div>
        <Quarters of={group.map(fullName).join(', ')} keys={current} onGrade={onGrade} />
        {current && <CommentForm {...commenting} />}
      </section>
    </li>
  )
}

/** Shows how late an answer arrived after its work's time ran out. Renders nothing if it arrived in time. */
function Late({ answer, named }: { answer: AnswerToGrade; named: boolean }) {
  const seconds = secondsLate(answer)
  if (seconds === null) return null
  return (
    <p className={`${style.quiet} fine-print`} data-figures>
      {`${named ? `${fullName(answer)}: ` : ''}${lateWords(seconds)}`}
    </p>
  )
}

/** Returns the work and question number of each answer, without duplicates. */
function worksOf(group: readonly AnswerToGrade[]) {
  const places = group.map(({ workName, num }) => t('{workName} · question {num}', { workName, num }))
  return [...new Set(places)].join('; ')
}

type CommentFormProps = Pick<AnswerGroupProps, 'comment' | 'snippets' | 'kept' | 'onComment'>

function CommentForm({ comment, snippets, kept, onComment }: CommentFormProps) {
  const leave = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
    event.currentTarget.closest<HTMLElement>('[data-current]')?.focus()
  }
  return (
    <div className="stack gap-2">
      <TextAreaField
        label={t('Comment')}
        required={false}
        hint={t('Sent together with the grade.')}
        data-comment
        rows={2}
        maxLength={longest}
        value={comment}
        onKeyDown={leave}
        onChange={onComment}
      />
      <Snippets snippets={snippets} kept={kept} comment={comment} onUse={onComment} />
    </div>
  )
}
