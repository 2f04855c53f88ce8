import {
  Check,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  X,
} from 'lucide-react'
import { useMemo } from 'react'
import type { Draft } from '../../api.ts'
import type { SetDraft } from '../QuestionForm.tsx'
import type { PreviewState } from '../use-preview.ts'
import { t, translateSentence } from '#shared/language.ts'
import type { VerdictStatus } from '../../kinds/verdict.ts'
import { accept, type AnswerKey } from '../../rules.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { isFailing, isWrong, type Row, rowsOf, verdictWords, withTest } from './test-rows.ts'
import { withMistake } from '../answers/mistakes.ts'
import style from './AnswersTable.module.css'

type AnswersTableProps = { draft: Draft; looked: PreviewState; set: SetDraft }

/**
 * Table of possible student answers with their verdicts. Authors mark which answers must be right or wrong,
 * and mismatches stand out. If the kind of answer has aliases, an answer that should be right can be added as
 * an alias.
 */
export function AnswersTable({ draft, looked: { preview, isWhole, isCurrent }, set }: AnswersTableProps) {
  const { answers, tests, variables } = draft
  const key = (variables && preview?.variants[0]?.key) || answers
  const samples = preview?.samples
  const rows = useMemo(
    () => rowsOf(key, samples?.map(({ given }) => given) ?? [], tests),
    [key, samples, tests],
  )
  const failing = rows.filter(isFailing).length
  const expect = (row: Row, expected: VerdictStatus) =>
    set({ tests: withTest(tests, row.given, row.expected === expected ? null : expected) })
  const misfits = rows.filter(({ verdict, expected }) => verdict === null && expected !== null)
  return (
    <section
      className={`${style.answers} stack gap-2`}
      aria-label={t('Possible student answers')}
      aria-busy={!isCurrent}
    >
      <h2>{t('Possible student answers')}</h2>
      {variables && preview?.variants[0] && (
        <p className="quiet">{t('For the variant with {values}.', { values: preview.variants[0].values })}</p>
      )}
      {failing > 0 && (
        <p className="row middle gap-1 bold error-text" role="status">
          <CircleAlert size={16} aria-hidden />{' '}
          {failing === 1
            ? t('One answer gets the wrong verdict.')
            : t('{failing} answers get the wrong verdict.', { failing })}
        </p>
      )}
      {rows.length === 0 && (
        <p className="quiet">
          {t(
            isWhole
              ? 'Not available for this kind of answer.'
              : 'Enter the right answer to see possible student answers.',
          )}
        </p>
      )}
      <ul className={`${style.rows} card`}>
        {rows.map((row) => (
          <AnswerRow
            key={JSON.stringify(row.given)}
            row={row}
            answers={variables ? null : answers}
            onExpect={(expected) => expect(row, expected)}
            onKey={(next) => set({ answers: next })}
            onExplain={
              variables || !isWrong(row) ? null : () => set({ answers: withMistake(answers, row.given) })
            }
          />
        ))}
      </ul>
      {misfits.length > 0 && (
        <Button
          kind="quiet"
          icon={<X aria-hidden />}
          onClick={() =>
            set({ tests: misfits.reduce((kept, { given }) => withTest(kept, given, null), tests) })
          }
        >
          {t('Remove {tests} for an earlier version of the question', {
            tests: counted(misfits.length, 'test'),
          })}
        </Button>
      )}
    </section>
  )
}

const icons: Record<VerdictStatus, typeof CircleCheck> = {
  correct: CircleCheck,
  partial: CircleDashed,
  incorrect: CircleX,
  invalid: CircleSlash,
  ungraded: CircleHelp,
}

/** Generic reason. It isn't shown, because it adds nothing to the verdict. */
const plainlyWrong = 'Take another look.'

type AnswerRowProps = {
  row: Row
  /** The key to which answers can be added as aliases; null for a random question. */
  answers: AnswerKey | null
  onExpect: (expected: VerdictStatus) => void
  onKey: (answers: AnswerKey) => void
  /**
   * Adds a message about the mistake; null if there already is one, if the answer isn't wrong or partly
   * right, or if the question is random.
   */
  onExplain: (() => void) | null
}

function AnswerRow({ row, answers, onExpect, onKey, onExplain }: AnswerRowProps) {
  const { given, words, verdict, expected } = row
  const fails = isFailing(row)
  const alias = fails && expected === 'correct' && answers ? accept(answers, given) : null
  const Icon = icons[verdict?.status ?? 'invalid']
  const parts = verdict?.parts ?? []
  const decisivePart =
    parts.find(({ follows }) => follows) ?? parts.find(({ status }) => status !== 'correct')
  const reason = verdict?.mistake ?? decisivePart?.reason ?? ''
  return (
    <li className={`${style.row} grid middle`} data-failing={fails || undefined}>
      <span className={`${style.words} bold breakable`}>{words || t('Nothing')}</span>
      <span className={`${style.verdict} inline-row middle gap-1 quiet nowrap`} data-status={verdict?.status}>
        <Icon size={16} aria-hidden /> {verdict ? t(verdictWords[verdict.status]) : t('Doesn’t fit')}
      </span>
      <span className="inline-row middle">
        <ExpectationButton
          label={t('“{of}” should be right', { of: words })}
          says={t('Should be right')}
          verdict="right"
          isExpected={expected === 'correct'}
          Icon={Check}
          onSay={() => onExpect('correct')}
        />
        <ExpectationButton
          label={t('“{of}” should be wrong', { of: words })}
          says={t('Should be wrong')}
          verdict="wrong"
          isExpected={expected === 'incorrect'}
          Icon={X}
          onSay={() => onExpect('incorrect')}
        />
        {onExplain && (
          <Button kind="quiet" onClick={onExplain}>
            {t('Explain')}
            <span className="visually-hidden"> “{words}”</span>
          </Button>
        )}
      </span>
      {reason !== '' && reason !== plainlyWrong && (
        <span className={`${style.reason} fine-print`}>{translateSentence(reason)}</span>
      )}
      {fails && (
        <span className={`${style.mend} fine-print cluster middle gap-2 bold error-text`}>
          {t('Should be {verdict}.', { verdict: t(verdictWords[expected ?? 'correct']).toLowerCase() })}
          {alias && (
            <Button kind="quiet" onClick={() => onKey(alias)}>
              {t('Accept this answer too')}
              <span className="visually-hidden">: {words}</span>
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

type ExpectationButtonProps = {
  label: string
  says: string
  verdict: 'right' | 'wrong'
  isExpected: boolean
  Icon: typeof Check
  onSay: () => void
}

function ExpectationButton({ label, says, verdict, isExpected, Icon, onSay }: ExpectationButtonProps) {
  return (
    <button
      type="button"
      className={`${style.must} grid center quiet`}
      data-word={verdict}
      aria-pressed={isExpected}
      aria-label={label}
      title={isExpected ? t('{says}. Click to undo.', { says }) : says}
      onClick={onSay}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
