import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import type { Outcome } from './api.ts'
import style from './Emails.module.css'
import { whyWords } from './rules.ts'

/** Preview of a message: the emails to the first three parents, all recipients, and who is left out. */
export function Preview({
  outcome,
  warning,
  onBack,
}: {
  outcome: Outcome
  warning: string | null
  onBack: () => void
}) {
  const { recipients, preview, excluded, about } = outcome
  return (
    <div className={`${style.sheet} stack gap-4`}>
      <p>
        <Sentence
          text="{parents} of: {about}."
          parents={<strong>{counted(recipients.length, 'parent')}</strong>}
          about={about}
        />
      </p>
      {warning && <p className="pad-3 warn-text warn-ground rounded">{warning}</p>}
      <div>
        <Button onClick={onBack}>{t('Edit message')}</Button>
      </div>
      {preview.map(({ name, email, subject, body }) => (
        <article
          key={email}
          className={`${style.preview} stack gap-2 pad-3 rounded`}
          aria-label={t('Email to {name}', { name })}
        >
          <p className="quiet">
            {t('To {name}', { name })} <span>{email}</span>
          </p>
          <h3>{subject}</h3>
          <p className={style.body}>{body}</p>
        </article>
      ))}
      {recipients.length > preview.length && (
        <details>
          <summary>{t('All {count} parents', { count: recipients.length })}</summary>
          <ul className={`${style.names} grid gap-1 bullets`}>
            {recipients.map(({ parentId, name, children }) => (
              <li key={parentId}>
                {name} <span className="quiet">{t('for {children}', { children })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {excluded.length > 0 && (
        <details>
          <summary>{t('{count} not included', { count: excluded.length })}</summary>
          <ul className={`${style.names} grid gap-1 bullets`}>
            {excluded.map(({ studentId, student, parent, why }) => (
              <li key={`${studentId} ${parent ?? ''}`}>
                {parent === null ? student : t('{parent}, parent of {student},', { parent, student })}{' '}
                {t(whyWords[why])}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
