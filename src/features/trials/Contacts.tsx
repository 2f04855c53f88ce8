import { t } from '#shared/language.ts'
import style from './Trials.module.css'

type ContactsProps = { phone: string; phoneInWords: string; email: string }

/** Links for calling and emailing the center. */
export function Contacts({ phone, phoneInWords, email }: ContactsProps) {
  if (!phone && !email) return null
  return (
    <address className={`${style.contacts} cluster middle gap-0-3`}>
      {t('Questions?')}
      {phone && (
        <a href={`tel:${phone}`} target="_top" className="inline-row middle nowrap target">
          {phoneInWords}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} target="_top" className="inline-row middle breakable target">
          {email}
        </a>
      )}
    </address>
  )
}
