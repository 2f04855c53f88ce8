import { type FormEvent, useEffect, useState } from 'react'
import { factor } from '#features/accounts/factor/api.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { call } from './api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { t } from '#shared/language.ts'

/**
 * Asks for the password again. A user with a second factor may enter a code instead. Calls `onEnd` with true
 * once the server has accepted what was entered.
 */
export function ReauthDialog({ onEnd, onClose }: { onEnd: (given: boolean) => void; onClose: () => void }) {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const [codes, setCodes] = useState(false)
  useEffect(() => {
    // This fails for families, who have no second factor and can't use codes.
    call(factor.state, {}).then(
      ({ on }) => setCodes(on),
      () => {},
    )
  }, [])
  const other = by === 'password' ? 'code' : 'password'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (state.busy) return
    setState({ busy: true, error: null })
    call(factor.reauthenticate, { [by]: typed }).then(
      () => onEnd(true),
      (failure: unknown) => setState({ busy: false, error: sentenceFor(failure) }),
    )
  }
  return (
    <Dialog open title={t('Please enter your password again')} onClose={onClose}>
      <Form className="stack gap-4" onSubmit={send}>
        <p>{t('We need to make sure it’s you. You won’t be asked again for 15 minutes.')}</p>
        <TextField
          key={by}
          label={t(by === 'password' ? 'Password' : 'Code')}
          type={by === 'password' ? 'password' : 'text'}
          value={typed}
          onChange={setTyped}
          error={state.error}
          maxLength={100}
          autoComplete={by === 'password' ? 'current-password' : 'one-time-code'}
        />
        <div className="cluster to-end gap-2">
          {codes && (
            <Button
              onClick={() => {
                setBy(other)
                setTyped('')
                setState({ busy: false, error: null })
              }}
            >
              {t(other === 'code' ? 'Use a code instead' : 'Use the password instead')}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={state.busy}>
            {t('Continue')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
