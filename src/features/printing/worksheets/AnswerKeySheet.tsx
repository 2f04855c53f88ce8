import { answerText } from '#features/questions/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { type PaperName, papers } from '../sheets/layout.ts'
import { styleNonce } from '#web/nonce.ts'
import sheetStyle from '../sheets/Sheets.module.css'
import type { Worksheet } from './api.ts'
import style from './AnswerKeySheet.module.css'

type AnswerKeySheetProps = { worksheet: Worksheet; paper: PaperName }

/** The right answers to a worksheet, for the person who grades it. */
export function AnswerKeySheet({ worksheet, paper }: AnswerKeySheetProps) {
  const { firstName, lastName, name, questions } = worksheet
  return (
    <>
      <style nonce={styleNonce()}>{`@page { size: ${papers[paper].size}; margin: 18mm }`}</style>
      <section className={`${sheetStyle.sheets} ${style.key} paper`} aria-labelledby="answer-key">
        <p className="row apart">
          <span>{fullName({ firstName, lastName })}</span>
          <span>{t('Not for students')}</span>
        </p>
        <h2 id="answer-key">{t('{level} – Answer key', { level: name })}</h2>
        <ol className={style.answers}>
          {questions.map(({ num, shown, solution }) => (
            <li key={num} value={num} className="breakable">
              {answerText(shown, solution).replace(/^[\s,]+$/, '') || <em>{t('Answers will vary')}</em>}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
