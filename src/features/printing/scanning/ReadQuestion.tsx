import { Check, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { isBlank } from '#features/questions/kinds/given.ts'
import { answerText, type Given } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import type { Gray } from '../reading/gray.ts'
import type { PrintedPage } from '../worksheets/api.ts'
import type { MarkReading } from './page-marks.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import style from './Scanning.module.css'

type ReadQuestionProps = {
  straight: Gray
  question: PrintedPage['questions'][number]
  reading: MarkReading
  /** False if the answer read from the bubbles can no longer be changed. */
  canChange: boolean
  onChange: (reading: MarkReading) => void
}

/** One question of a photographed page: the photograph, the right answer, and what was read. */
export function ReadQuestion({ straight, question, reading, canChange, onChange }: ReadQuestionProps) {
  const { num, top, bottom, shown, solution } = question
  const label = t('Question {num}', { num })
  const key = answerText(shown, solution).replace(/^[\s,]+$/, '')
  return (
    <li className={`${style.question} grid gap-2`} aria-label={label}>
      <PhotoStrip
        straight={straight}
        top={top}
        bottom={bottom}
        label={t('Photo of question {num}', { num })}
      />
      <p id={`right-answer-${num}`}>
        <b>{num}</b> {key ? t('Right answer: {key}', { key }) : t('No answer key. Use your judgment.')}
      </p>
      {!reading.isClear && (
        <p className={`${style.unclear} row middle gap-2`}>
          <TriangleAlert size={16} aria-hidden /> {t('These bubbles aren’t clear. Please check them.')}
        </p>
      )}
      {reading.given ? (
        <ReadAnswer question={question} given={reading.given} canChange={canChange} onChange={onChange} />
      ) : (
        <HandGrade num={num} right={reading.right ?? null} canClear={canChange} onChange={onChange} />
      )}
    </li>
  )
}

type HandGradeProps = Pick<ReadQuestionProps, 'onChange'> & {
  num: number
  right: boolean | null
  canClear: boolean
}

/**
 * Buttons to grade a handwritten answer. With `canClear`, the grade can be removed, because a blank answer is
 * neither right nor wrong.
 */
const HandGrade = ({ num, right, canClear, onChange }: HandGradeProps) => (
  <div className="cluster middle gap-2">
    <Segments
      label={t('Answer to question {num}', { num })}
      segments={[
        { value: 'right', label: t('Right'), icon: <Check aria-hidden />, color: 'success' },
        { value: 'wrong', label: t('Wrong'), icon: <X aria-hidden />, color: 'error' },
      ]}
      value={right === null ? null : right ? 'right' : 'wrong'}
      onChange={(value) => onChange({ num, right: value === 'right', isClear: true })}
    />
    {canClear && (
      <Button
        kind="quiet"
        aria-label={t('Clear the grade for question {num}', { num })}
        reason={right === null ? t('Nothing to clear.') : null}
        onClick={() => onChange({ num, right: null, isClear: true })}
      >
        {t('Clear')}
      </Button>
    )}
  </div>
)

type ReadAnswerProps = Pick<ReadQuestionProps, 'question' | 'canChange' | 'onChange'> & { given: Given }

/** The answer read from the bubbles, which can be changed in the question's own fields. */
function ReadAnswer({ question: { num, shown }, given, canChange, onChange }: ReadAnswerProps) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <p className="row middle apart gap-2">
        <span className="breakable">
          {t('Answer: {words}', { words: isBlank(given) ? t('Not answered') : answerText(shown, given) })}
        </span>
        {canChange && (
          <Button kind="quiet" aria-label={t('Change answer {num}', { num })} onClick={() => setOpen(true)}>
            {t('Change')}
          </Button>
        )}
      </p>
    )
  return (
    <AnswerFields
      shown={shown}
      given={given}
      verdict={null}
      readOnly={false}
      judged={false}
      label={t('Answer to question {num}', { num })}
      describedBy={`right-answer-${num}`}
      onChange={(next) => onChange({ num, given: next, isClear: true })}
      onEnter={() => setOpen(false)}
    />
  )
}
