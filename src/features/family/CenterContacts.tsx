import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { phoneInWords } from '#shared/entries.ts'
import { read } from '#web/api.ts'
import { family } from './api.ts'
import style from './FamilyShell.module.css'

/** Phone and email of each center of a parent's children, at the foot of every page. */
export function CenterContacts() {
  const { data } = useQuery(read(family.centers, {}))
  if (!data?.length) return null
  return (
    <address className="grid gap-1">
      {data.map(({ _id, phone, email }) => (
        <p key={_id} className={`${style.center} cluster middle to-middle gap-0-3`}>
          <strong>{_id}</strong>
          {phone && (
            <a href={`tel:${phone}`} className="inline-row middle gap-1 nowrap target">
              <Phone aria-hidden /> {phoneInWords(phone)}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className="inline-row middle gap-1 breakable target">
              <Mail aria-hidden /> {email}
            </a>
          )}
        </p>
      ))}
    </address>
  )
}
