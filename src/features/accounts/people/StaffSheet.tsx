import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import type { CallInput } from '#shared/contract.ts'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { requests } from '../requests/api.ts'
import { people } from './api.ts'
import { types } from './staff-words.ts'

type Duty = CallInput<typeof people.inviteStaff>['duty']
type Type = NonNullable<CallInput<typeof people.inviteStaff>['type']>

const duties: { value: Duty; label: string }[] = [
  { value: 'operator', label: 'Operator' },
  { value: 'teacher', label: 'Teacher' },
  { value: 'assistant', label: 'Assistant' },
]

/**
 * Adds a person to a center's staff. An operator gets an invitation; a teacher or assistant needs only a name
 * (product §2).
 */
export function StaffSheet({ centerId, onClose }: { centerId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [duty, setDuty] = useState<Duty>('teacher')
  const [type, setType] = useState<Type>('permanent')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const operator = duty === 'operator'
  const invite = useSend(people.inviteStaff, {
    onSuccess: (member) => {
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [requests.sent.path] })
      const name = member.firstName
      if (member.waiting)
        toast(t('Sent {name} a request. They’ll join the staff once they accept.', { name }))
      else
        toast(
          operator && member.invited
            ? t('Invitation created for {name}.', { name })
            : t('{name} added to the staff.', { name }),
        )
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={t('Add staff member')}
      save={operator ? t('Send invitation') : t('Add')}
      busy={invite.isPending}
      error={error}
      onSave={() => invite.mutate({ centerId, duty, type, firstName, lastName, email: email.trim() || null })}
      onClose={onClose}
    >
      <Segments
        label={t('Role')}
        segments={duties.map((each) => ({ ...each, label: t(each.label) }))}
        value={duty}
        onChange={setDuty}
      />
      <p className="quiet">
        {operator
          ? t('Operators log in and run this center day to day. The invitation lets them choose a password.')
          : t('Teachers and assistants don’t need an account. They use the center’s devices.')}
      </p>
      <TextField
        label={t('First name')}
        value={firstName}
        onChange={setFirstName}
        maxLength={longest.name}
        data-autofocus
      />
      <TextField
        label={t('Last name')}
        value={lastName}
        onChange={setLastName}
        maxLength={longest.name}
        required={false}
      />
      <TextField
        label={t('Email')}
        hint={t(
          'If this address already has an account, its owner has to accept first, unless they only work at this center.',
        )}
        type="email"
        value={email}
        onChange={setEmail}
        maxLength={254}
        required={operator}
      />
      {!operator && (
        <Segments
          label={t('Permanent or substitute')}
          segments={types.map((each) => ({ ...each, label: t(each.label) }))}
          value={type}
          onChange={setType}
        />
      )}
    </EditSheet>
  )
}
