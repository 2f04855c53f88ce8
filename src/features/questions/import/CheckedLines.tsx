import { CircleAlert, CircleCheck } from 'lucide-react'
import { solutionOf, wordsOf } from '#features/questions/rules.ts'
import { counted } from '#shared/text.ts'
import { Content } from '#ui/Content.tsx'
import type { Checked } from './api.ts'
import style from './CheckedLines.module.css'

/**
 * Result of checking the lines: the number of valid lines, the errors in the others, and the first three
 * questions as students see them.
 */
export function CheckedLines({ checked: { fine, wrong, errors, preview } }: { checked: Checked }) {
  return (
    <div className={`${style.checked} stack gap-4`}>
      <p className={`${style.fine} success-text`} role="status">
        <CircleCheck aria-hidden /> {counted(fine, 'question')} {fine === 1 ? 'is' : 'are'} ready to import.
      </p>
      {wrong > 0 && (
        <section className={`${style.wrong} pad-3-4 rounded`} aria-labelledby="wrong-lines">
          <h3 id="wrong-lines">
            <CircleAlert aria-hidden /> {counted(wrong, 'line')} can’t be imported
          </h3>
          <ul tabIndex={0} aria-labelledby="wrong-lines">
            {errors.map(({ line, message }) => (
              <li key={line}>
                <strong data-figures>Line {line}</strong> {message}
              </li>
            ))}
          </ul>
          {wrong > errors.length && <p>… and {(wrong - errors.length).toLocaleString('en')} more.</p>}
        </section>
      )}
      {preview.length > 0 && (
        <section aria-labelledby="line-preview">
          <h3 id="line-preview">As the student sees {preview.length === 1 ? 'it' : 'them'}</h3>
          <ol className={`${style.preview} stack gap-3`}>
            {preview.map(({ line, content, answers, hint }) => (
              <li key={line}>
                <Content nodes={content} />
                <p className={style.key}>
                  Key <strong>{wordsOf(solutionOf(answers))}</strong>
                </p>
                {hint.length > 0 && (
                  <details>
                    <summary>Hint in {counted(hint.length, 'step')}</summary>
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
