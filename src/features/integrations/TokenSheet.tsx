import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { Choice } from './Choice.tsx'
import { type NewAccessToken, tokens } from './api.ts'
import style from './Integrations.module.css'
import { maxDays, type ScopeName, scopeNames, scopes, writes } from './scopes.ts'

const lifetimes = [
  [30, '30 days'],
  [90, '90 days'],
  [maxDays, '1 year'],
] as const

const reading = scopeNames.filter((name) => !writes(name))
const changing = scopeNames.filter(writes)

type TokenSheetProps = { centerId: string; onMade: (made: NewAccessToken) => void; onClose: () => void }

/** Form to create an access token: its name, what the program may do, and for how long. */
export function TokenSheet({ centerId, onMade, onClose }: TokenSheetProps) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(maxDays)
  const [chosen, setChosen] = useState<readonly ScopeName[]>([])
  const [error, setError] = useState<Error | null>(null)
  const create = useSend(tokens.create, { onSuccess: onMade, onError: setError })
  const toggle = (scope: ScopeName) =>
    setChosen(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])
  const save = () => {
    if (chosen.length === 0)
      return setError(new Problem(422, 'no_scope', t('Choose what the program may do.')))
    setError(null)
    create.mutate({ centerId, name, days, scopes: [...chosen] })
  }
  return (
    <EditSheet
      title={t('New access token')}
      save={t('Create token')}
      busy={create.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        hint={t('Name of the program that will use this token. It appears in the history.')}
        value={name}
        onChange={setName}
        maxLength={longest.name}
        required
        data-autofocus
      />
      <Scopes legend={t('Can read')} names={reading} chosen={chosen} onToggle={toggle} />
      <Scopes legend={t('Can change')} names={changing} chosen={chosen} onToggle={toggle} />
      <Field label={t('Valid for')}>
        {(wiring) => (
          <select {...wiring} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {lifetimes.map(([value, words]) => (
              <option key={value} value={value}>
                {t(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </EditSheet>
  )
}

type ScopesProps = {
  legend: string
  names: readonly ScopeName[]
  chosen: readonly ScopeName[]
  onToggle: (name: ScopeName) => void
}

const Scopes = ({ legend, names, chosen, onToggle }: ScopesProps) => (
  <fieldset className={style.choices}>
    <legend className="bold">{legend}</legend>
    {names.map((name) => (
      <Choice
        key={name}
        label={t(scopes[name].label)}
        about={t(scopes[name].about)}
        checked={chosen.includes(name)}
        onToggle={() => onToggle(name)}
      />
    ))}
  </fieldset>
)
