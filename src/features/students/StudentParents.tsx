import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { people } from '#features/accounts/people/api.ts'
import { SentRequests } from '#features/accounts/requests/SentRequests.tsx'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { Parent } from './api.ts'
import { parents as parentRecords, type LinkedChild, type ParentRecord } from './parents/api.ts'
import { MailStateLine } from './parents/MailStateLine.tsx'
import { Part } from './Part.tsx'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { accountWords } from './rules.ts'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'
import { later } from '#web/later.tsx'

const LinkSheet = later(() => import('./parents/LinkSheet.tsx').then((part) => part.LinkSheet))
const ParentSheet = later(() => import('./ParentSheet.tsx').then((part) => part.ParentSheet))

type StudentParentsProps = { centerId: string; studentId: string; parents: Parent[] }

/** A student's parents with contact details and account state, and a button to link more parents. */
export function StudentParents({ centerId, studentId, parents }: StudentParentsProps) {
  const [open, setOpen] = useState<'new' | { parent: ParentRecord; child: LinkedChild } | null>(null)
  const queries = useQueryClient()
  const change = async ({ _id: parentId }: Parent) => {
    const parent = await queries.fetchQuery(read(parentRecords.one, { centerId, parentId }))
    const child = parent.children.find((each) => each.studentId === studentId)
    if (child) setOpen({ parent, child })
  }
  const close = () => setOpen(null)
  return (
    <Part
      title={t('Parents')}
      empty={parents.length === 0 && t('No parents yet.')}
      action={
        <Button changes kind="quiet" icon={<UserPlus aria-hidden />} onClick={() => setOpen('new')}>
          {t('Link a parent')}
        </Button>
      }
    >
      {parents.length > 0 && (
        <ul>
          {parents.map((parent) => (
            <ParentRow
              key={parent._id}
              centerId={centerId}
              parent={parent}
              onChange={() =>
                void change(parent).catch((error: unknown) => toast(sentenceFor(error), 'error'))
              }
            />
          ))}
        </ul>
      )}
      <SentRequests centerId={centerId} studentId={studentId} mayWithdraw />
      {open === 'new' && <ParentSheet centerId={centerId} studentId={studentId} onClose={close} />}
      {open && open !== 'new' && <LinkSheet centerId={centerId} {...open} onClose={close} />}
    </Part>
  )
}

function ParentRow({
  centerId,
  parent,
  onChange,
}: {
  centerId: string
  parent: Parent
  onChange: () => void
}) {
  const changed = useStudentChange()
  const name = parent.name
  const invite = useSend(people.inviteParent, {
    onSuccess: () => {
      toast(t('Invitation created for {name}.', { name }))
      void changed()
    },
  })
  return (
    <li className={`${style.row} grid middle gap-1-3 breakable ruled`}>
      <span>
        <Link
          to="/centers/$centerId/parents/$parentId"
          params={{ centerId, parentId: parent._id }}
          className={`${style.name} inline-row middle bold ink target no-underline`}
        >
          {name}
        </Link>{' '}
        <span className="quiet">{t(parent.relationship)}</span>
      </span>
      <span data-figures>
        {parent.phone ? <PhoneLink phone={parent.phone} /> : <span className="quiet">{t('No phone')}</span>}
        {parent.phone && <span className="quiet"> {t(parent.phoneType)}</span>}
      </span>
      {parent.email ? (
        <span className="stack">
          <a href={`mailto:${parent.email}`}>{parent.email}</a>
          <MailStateLine {...parent} />
        </span>
      ) : (
        <span className="quiet">{t('No email')}</span>
      )}
      <span>{t(accountWords[parent.account])}</span>
      <span className={`${style.end} row to-end`}>
        {parent.email && (parent.account === 'none' || parent.account === 'invited') && (
          <Button
            kind="quiet"
            busy={invite.isPending}
            aria-label={t('Invite {name}', { name })}
            onClick={() => invite.mutate({ centerId, parentId: parent._id })}
          >
            {t(parent.account === 'none' ? 'Invite' : 'Invite again')}
          </Button>
        )}
        <Button changes kind="quiet" aria-label={t('Change {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
      </span>
    </li>
  )
}
