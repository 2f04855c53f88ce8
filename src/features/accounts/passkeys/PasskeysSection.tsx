import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { clockOf } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { Notice } from '../Notice.tsx'
import { browserInWords } from '../sessions/browser-words.ts'
import sessionStyle from '../sessions/SessionsSection.module.css'
import { type Passkey, passkeys } from './api.ts'
import { isCanceled } from './PasskeyButton.tsx'

const { moment } = clockOf()

/** Creates a passkey on this device and returns the data that the server must check. */
async function createPasskey({
  challenge,
  rpId,
  timeout,
  user,
  known,
}: Awaited<ReturnType<ReturnType<typeof useSend<typeof passkeys.begin>>['mutateAsync']>>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      timeout,
      user,
      rp: { id: rpId, name: 'Blended Learning' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      excludeCredentials: known.map((each) => ({ id: each, type: 'public-key' as const })),
    },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { credentialId: id, clientDataJSON, attestationObject, transports }
}

/** Returns the message for a passkey that couldn't be created. */
const failureOf = (error: unknown) =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? t('This device already has a passkey for your account.')
    : sentenceFor(error)

/** Section about the user's own passkeys: the list, adding, renaming and removing. */
export function PasskeysSection() {
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, isFetching, refetch } = useQuery(read(passkeys.list, {}))
  const [open, setOpen] = useState<{ dialog: 'rename' | 'remove'; passkey: Passkey } | null>(null)
  const changed = () => queries.invalidateQueries({ queryKey: [passkeys.list.path] })
  if (!data) return <QueryState query={{ error, isFetching, refetch }} of={t('your passkeys')} lines={2} />
  return (
    <>
      <p>
        {data.length === 0 && `${t('No passkeys yet.')} `}
        {t(
          'A passkey lets you log in with your fingerprint, face or screen lock instead of a password. It can’t be guessed or given away by mistake.',
        )}
      </p>
      {data.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          className={`${sessionStyle.list} stack gap-3`}
          aria-label={t('Passkeys')}
        >
          {data.map((passkey) => (
            <li key={passkey._id}>
              <div>
                <div className="breakable">{passkey.name}</div>
                <div className="fine-print">
                  {passkey.usedAt
                    ? t('last used {usedAt}', { usedAt: moment(passkey.usedAt) })
                    : t('added {createdAt}, not used yet', { createdAt: moment(passkey.createdAt) })}
                </div>
              </div>
              <div className="cluster gap-2">
                <Button
                  aria-label={t('Rename {name}', { name: passkey.name })}
                  onClick={() => setOpen({ dialog: 'rename', passkey })}
                >
                  {t('Rename')}
                </Button>
                <Button
                  aria-label={t('Remove {name}', { name: passkey.name })}
                  onClick={() => setOpen({ dialog: 'remove', passkey })}
                >
                  {t('Remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Add onAdded={changed} />
      {open?.dialog === 'rename' && (
        <Rename passkey={open.passkey} onClose={() => setOpen(null)} onChanged={changed} />
      )}
      {open?.dialog === 'remove' && (
        <Remove
          passkey={open.passkey}
          onClose={() => setOpen(null)}
          onChanged={async () => {
            await changed()
            // Moves the focus, because the pressed button disappears with its row.
            list.current?.focus()
          }}
        />
      )}
    </>
  )
}

function Add({ onAdded }: { onAdded: () => Promise<void> }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = useSend(passkeys.begin, { onError: () => {} })
  const add = useSend(passkeys.add, { onError: () => {} })
  if (!('PublicKeyCredential' in window))
    return <p className="fine-print">{t('This browser can’t create passkeys.')}</p>
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const made = await createPasskey(await begin.mutateAsync({}))
      await add.mutateAsync({ ...made, name: browserInWords(navigator.userAgent) })
      toast(t('The passkey was added. You can log in with it from now on.'))
      await onAdded()
    } catch (error) {
      if (!isCanceled(error)) setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure && <Notice kind="error">{failure}</Notice>}
      <div className="cluster gap-2">
        <Button icon={<KeyRound aria-hidden />} busy={busy} onClick={() => void go()}>
          {t('Add a passkey')}
        </Button>
      </div>
    </>
  )
}

type ChangeProps = { passkey: Passkey; onClose: () => void; onChanged: () => Promise<void> }

function Rename({ passkey: { _id: id, name: before }, onClose, onChanged }: ChangeProps) {
  const formId = useId()
  const [name, setName] = useState(before)
  const rename = useSend(passkeys.rename, {
    onSuccess: async () => {
      onClose()
      await onChanged()
    },
    onError: () => {},
  })
  return (
    <Dialog
      open
      title={t('Rename this passkey')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={rename.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => rename.mutate({ id, name })}>
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          error={rename.error && sentenceFor(rename.error)}
          maxLength={60}
          required
        />
      </Form>
    </Dialog>
  )
}

function Remove({ passkey: { _id: id, name }, onClose, onChanged }: ChangeProps) {
  const remove = useSend(passkeys.remove, {
    onSuccess: async () => {
      toast(t('The passkey was removed.'))
      await onChanged()
    },
    onSettled: onClose,
  })
  return (
    <Dialog
      open
      title={t('Remove “{name}”?', { name })}
      onClose={onClose}
      actions={
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
          {t('Remove')}
        </Button>
      }
    >
      {t(
        'You won’t be able to log in with it anymore. Delete it from the device as well, or it will still be offered there.',
      )}
    </Dialog>
  )
}
