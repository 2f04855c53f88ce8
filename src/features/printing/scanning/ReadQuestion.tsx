import { Check, TriangleAlert, X } from 'lucide-react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { answerText } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { Segments } from '#ui/Segments.tsx'
import type { Gray } from '../reading/gray.ts'
import type { PrintedPage } from '../worksheets/api.ts'
import type { Reading } from './page-marks.ts'
import { PhotoStrip } from './PhotoStrip.tsx'
import style from './Scanning.module.css'

type ReadQuestionProps = {
  straight: Gray
  question: PrintedPage['questions'][number]
  reading: Reading
  onChange: (reading: Reading) => void
}

/** One question of a photographed page: the photograph, the right answer, and what was read. */
export function ReadQuestion({ straight, question, reading, onChange }: ReadQuestionProps) {
  const { num, top, bottom, shown, solution } = question
  const label = t('Question {num}', { num })
  const key = answerText(shown, solution).replace(/^[\s,]+$/, '')
  return (
    <li className={`${style.question} grid gap-2`} aria-label={label}>
      <PhotoStrip
        straight={straight}
        top={top}
        bottom={bottom}
        label={t('Photograph of question {num}', { num })}
      />
      <p id={`right-answer-${num}`}>
        <b>{num}</b> {key ? t('Right answer: {key}', { key }) : t('No answer key. Use your judgment.')}
      </p>
      {!reading.isClear && (
        <p className={`${style.unclear} row middle gap-2`}>
          <TriangleAlert size={16} aria-hidden /> {t('Check these bubbles, they aren’t clear.')}
        </p>
      )}
      {reading.given ? (
        <AnswerFields
          shown={shown}
          given={reading.given}
          verdict={null}
          readOnly={false}
          judged={false}
          label={t('Answer to question {num}', { num })}
          describedBy={`right-answer-${num}`}
          onChange={(given) => onChange({ num, given, isClear: true })}
          onEnter={() => {}}
        />
      ) : (
        <Segments
          label={t('Answer to question {num}', { num })}
          segments={[
            { value: 'right', label: t('Right'), icon: <Check aria-hidden />, color: 'success' },
            { value: 'wrong', label: t('Wrong'), icon: <X aria-hidden />, color: 'error' },
          ]}
          value={reading.right === true ? 'right' : reading.right === false ? 'wrong' : null}
          onChange={(value) => onChange({ num, right: value === 'right', isClear: true })}
        />
      )}
    </li>
  )
}
