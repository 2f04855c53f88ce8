import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { centers as centersApi } from '#features/centers/api.ts'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { kindWords, type Role, roles } from '../rules.ts'
import { people } from './api.ts'
import style from './People.module.css'
import { needsCenter } from './staff-words.ts'

/** Creates an account for a staff member and sends the invitation (product §2). */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [centers, setCenters] = useState<string[]>([])
  const [centerMissing, setCenterMissing] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const invite = useSend(people.invite, {
    onSuccess: (person) => {
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      toast(t('Invitation created for {name}.', { name: person.firstName }), 'success', {
        label: t('View mail'),
        act: () => void navigate({ to: '/mail' }),
      })
      onClose()
    },
    onError: setError,
  })
  const isCenterMissing = needsCenter(role) && centers.length === 0
  const send = () => {
    setCenterMissing(isCenterMissing)
    if (!isCenterMissing)
      invite.mutate({ firstName, lastName, email, role, centers: role === 'admin' ? [] : centers })
  }
  return (
    <EditSheet
      title={t('Invite someone')}
      save={t('Send invitation')}
      busy={invite.isPending}
      error={error}
      onSave={send}
      onRefused={() => setCenterMissing(isCenterMissing)}
      onClose={onClose}
    >
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
        hint={t('We’ll email them a link to choose a password. It works for seven days.')}
        type="email"
        value={email}
        onChange={setEmail}
        maxLength={254}
      />
      <RoleChoice role={role} onChange={setRole} />
      {role !== 'admin' && (
        <CenterChoice
          centers={centers}
          required={needsCenter(role)}
          missing={centerMissing && isCenterMissing}
          onChange={setCenters}
        />
      )}
    </EditSheet>
  )
}

const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <Field label={t('Role')}>
    {(wiring) => (
      <select {...wiring} value={role} onChange={({ target }) => onChange(target.value as Role)}>
        {roles.map((each) => (
          <option key={each} value={each}>
            {t(kindWords[each])}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type CenterChoiceProps = {
  centers: string[]
  required: boolean
  missing: boolean
  onChange: (centers: string[]) => void
}

function CenterChoice({ centers, required, missing, onChange }: CenterChoiceProps) {
  const { data = [], error, isFetching, refetch } = useQuery(read(centersApi.list, {}))
  if (error && data.length === 0)
    return (
      <ErrorState
        title={t('The centers couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Checkbox.Group
      label={required ? t('Centers') : t('Centers (optional)')}
      value={centers}
      onChange={onChange}
      error={missing && t('Choose at least one center.')}
      errorProps={{ fz: 'var(--size-small)', lh: 1.5 }}
    >
      <div className={`${style.centers} grid breakable`}>
        {data.map(({ _id }) => (
          <Checkbox key={_id} value={_id} label={_id} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
