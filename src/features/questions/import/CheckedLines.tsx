import { CircleAlert, CircleCheck } from 'lucide-react'
import { solutionOf, wordsOf } from '../rules.ts'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Content } from '#ui/Content.tsx'
import type { CheckedQuestions } from './api.ts'
import style from './CheckedLines.module.css'

/**
 * Result of checking the lines: the number of valid lines, the errors in the others, and the first three
 * questions as students see them.
 */
export function CheckedLines({ checked: { fine, wrong, errors, preview } }: { checked: CheckedQuestions }) {
  return (
    <div className={`${style.checked} stack gap-4`}>
      <p className={`${style.fine} success-text`} role="status">
        <CircleCheck aria-hidden />{' '}
        {fine === 1
          ? t('1 question is ready to import.')
          : t('{questions} are ready to import.', { questions: counted(fine, 'question') })}
      </p>
      {wrong > 0 && (
        <section className={`${style.wrong} pad-3-4 rounded`} aria-labelledby="wrong-lines">
          <h3 id="wrong-lines">
            <CircleAlert aria-hidden /> {t('{lines} can’t be imported', { lines: counted(wrong, 'line') })}
          </h3>
          <ul tabIndex={0} aria-labelledby="wrong-lines">
            {errors.map(({ line, message }) => (
              <li key={line}>
                <strong data-figures>{t('Line {line}', { line })}</strong> {translateSentence(message)}
              </li>
            ))}
          </ul>
          {wrong > errors.length && (
            <p>{t('… and {count} more.', { count: (wrong - errors.length).toLocaleString('en') })}</p>
          )}
        </section>
      )}
      {preview.length > 0 && (
        <section aria-labelledby="line-preview">
          <h3 id="line-preview">
            {t(preview.length === 1 ? 'As the student sees it' : 'As the student sees them')}
          </h3>
          <ol className={`${style.preview} stack gap-3`}>
            {preview.map(({ line, content, answers, hint }) => (
              <li key={line}>
                <Content nodes={content} />
                <p className={style.key}>
                  <Sentence text="Key: {answers}" answers={<strong>{wordsOf(solutionOf(answers))}</strong>} />
                </p>
                {hint.length > 0 && (
                  <details>
                    <summary>{t('Hint in {steps}', { steps: counted(hint.length, 'step') })}</summary>
                    <ol className="bullets">
                      {hint.map((step, at) => (
                        <li key={at}>
                          <Content nodes={step} />
                        </li>
                      ))}
                    </ol>
                  </details>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
