import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { family } from './api.ts'

/**
 * Phone and email of each center that the parent's children attend. Shown at the bottom of every page for
 * parents.
 */
export function CenterContacts() {
  const { data } = useQuery(read(family.centers, {}))
  if (!data?.length) return null
  return (
    <address className="grid gap-1" style={{ fontStyle: 'normal' }}>
      {data.map(({ _id, phone, phoneInWords, email }) => (
        <p key={_id} className="cluster middle to-middle gap-0-3">
          <strong>{_id}</strong>
          {phone && (
            <a href={`tel:${phone}`} className="inline-row middle nowrap target">
              {phoneInWords}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className="inline-row middle breakable target">
              {email}
            </a>
          )}
        </p>
      ))}
    </address>
  )
}
