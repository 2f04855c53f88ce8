import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Notice } from '../Notice.tsx'
import { factor } from './api.ts'
import style from './Factor.module.css'
import { RecoveryCodes, SetUp } from './SetUp.tsx'
import { useFocusAt } from './use-focus-at.ts'

type IssuedCodes = { codes: string[] }

/** Section about the user's own second factor: its state, setup, new recovery codes, and turning it off. */
export function FactorSection() {
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(read(factor.state, {}))
  const [codes, setCodes] = useState<string[] | null>(null)
  const [unseen, setUnseen] = useState(false)
  const ended = () => {
    begin.reset()
    confirm.reset()
  }
  const changed = (now: string[] | null) => {
    ended()
    setCodes(now)
    setUnseen(false)
    void queries.invalidateQueries({ queryKey: [factor.state.path] })
  }
  // The setup may have succeeded even if the response with the codes was lost, so this checks the factor's
  // state instead of relying on the error.
  const failed = async (showError?: () => void) => {
    const { data: now } = await refetch()
    if (!now?.on) return showError?.()
    ended()
    setUnseen(true)
  }
  const begin = useSend(factor.begin, {
    onError: (failure) => failed(() => toast(sentenceFor(failure), 'error')),
  })
  const confirm = useSend(factor.confirm, {
    onSuccess: (made) => changed(made.codes),
    onError: () => failed(),
  })
  const stage = codes ? 'codes' : begin.data ? 'begun' : data?.on ? 'on' : 'off'
  const box = useFocusAt(stage)
  if (!data) return <QueryState query={{ error, isFetching, refetch }} of={t('this')} lines={2} />
  return (
    <div ref={box} tabIndex={-1} className={`${style.box} stack top gap-4`}>
      {stage === 'codes' && codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {stage === 'begun' && begin.data && (
        <>
          <SetUp
            {...begin.data}
            action={t('Turn on')}
            busy={confirm.isPending}
            error={confirm.error && sentenceFor(confirm.error)}
            onCode={(code) => confirm.mutate({ code })}
          />
          <Button onClick={ended}>{t('Cancel')}</Button>
        </>
      )}
      {stage === 'off' && <TurnOnFactor busy={begin.isPending} onBegun={() => begin.mutate({})} />}
      {stage === 'on' && <FactorStatus {...data} unseen={unseen} onChanged={changed} />}
    </div>
  )
}

function TurnOnFactor({ busy, onBegun }: { busy: boolean; onBegun: () => void }) {
  return (
    <>
      <p>
        {t(
          'Off. Turn it on to log in with a code from your phone as well as your password, so a stolen password isn’t enough.',
        )}
      </p>
      <Button busy={busy} onClick={onBegun}>
        {t('Set up')}
      </Button>
    </>
  )
}

type FactorStatusProps = {
  codesLeft: number
  required: boolean
  unseen: boolean
  onChanged: (codes: string[] | null) => void
}

/**
 * Content of the section while the second factor is on. `unseen` is true if this page couldn't show the
 * recovery codes. `onChanged` gets new codes, or null once the factor is off.
 */
function FactorStatus({ codesLeft, required, unseen, onChanged }: FactorStatusProps) {
  return (
    <>
      {unseen && (
        <Notice kind="warn">
          {t(
            'Two-step login is on, but we couldn’t show you the recovery codes, and they can’t be shown again. Create new ones unless you have saved them.',
          )}
        </Notice>
      )}
      <p>{t('On. {codes} left.', { codes: counted(codesLeft, 'recovery code') })}</p>
      <div className={`${style.actions} cluster gap-2`}>
        <NewCodes onCodes={(made) => onChanged(made.codes)} />
        {!required && <TurnOff onOff={() => onChanged(null)} />}
      </div>
    </>
  )
}

function NewCodes({ onCodes }: { onCodes: (made: IssuedCodes) => void }) {
  const [asking, setAsking] = useState(false)
  const renew = useSend(factor.codes, { onSuccess: onCodes, onSettled: () => setAsking(false) })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('New recovery codes')}</Button>
      <Dialog
        open={asking}
        title={t('Create new recovery codes?')}
        onClose={() => setAsking(false)}
        actions={
          <Button kind="primary" busy={renew.isPending} onClick={() => renew.mutate({})}>
            {t('Create new codes')}
          </Button>
        }
      >
        {t('Your old recovery codes will stop working.')}
      </Dialog>
    </>
  )
}

function TurnOff({ onOff }: { onOff: () => void }) {
  const [typed, setTyped] = useState<{ currentPassword: string; code: string } | null>(null)
  const off = useSend(factor.off, {
    onSuccess: () => {
      toast(t('Two-step login is off. You now log in with just your password.'))
      onOff()
    },
    onError: () => {},
  })
  if (!typed)
    return <Button onClick={() => setTyped({ currentPassword: '', code: '' })}>{t('Turn off')}</Button>
  const error = off.error && sentenceFor(off.error)
  const isCode = off.error instanceof Problem && off.error.code === 'wrong_code'
  return (
    <Form
      className="stack gap-4 wide"
      onSubmit={() => {
        if (!off.isPending) off.mutate(typed)
      }}
    >
      <TextField
        label={t('Enter your password to turn it off')}
        type="password"
        value={typed.currentPassword}
        onChange={(currentPassword) => setTyped({ ...typed, currentPassword })}
        error={isCode ? null : error}
        maxLength={100}
        autoComplete="current-password"
      />
      <TextField
        label={t('Code from your app, or a recovery code')}
        value={typed.code}
        onChange={(code) => setTyped({ ...typed, code })}
        error={isCode ? error : null}
        maxLength={30}
        autoComplete="one-time-code"
      />
      <div className={`${style.actions} cluster gap-2`}>
        <Button onClick={() => setTyped(null)}>{t('Cancel')}</Button>
        <Button type="submit" busy={off.isPending}>
          {t('Turn off')}
        </Button>
      </div>
    </Form>
  )
}
