import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CallInput } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { copyText } from '#web/copy-text.ts'
import { toast } from '#web/toast.tsx'
import style from './Address.module.css'
import { calendars } from './api.ts'

/** Button that shows a parent the calendar address for a child's classes. */
export function ChildCalendar({ childId, name }: { childId: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t('Add to your calendar')}
      </Button>
      {open && <ChildAddress id={childId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

type AddressProps = { name: string; onClose: () => void }

function ChildAddress({ id, ...rest }: AddressProps & { id: string }) {
  const address = useQuery(read(calendars.childAddress, { id }))
  const changed = useAddressChange()
  const renew = useSend(calendars.renewChild, { onSuccess: changed })
  return (
    <AddressDialog
      {...rest}
      address={address}
      renewing={renew.isPending}
      onRenew={() => renew.mutate({ id })}
      warning={t('All your old calendar addresses, including those for other children, then stop working.')}
    />
  )
}

/** Dialog with the calendar address of a student or teacher, for the office to pass on. */
export function PersonAddress({
  owner,
  ...rest
}: AddressProps & { owner: CallInput<typeof calendars.address> }) {
  const address = useQuery(read(calendars.address, owner))
  const changed = useAddressChange()
  const renew = useSend(calendars.renew, { onSuccess: changed })
  return (
    <AddressDialog
      {...rest}
      address={address}
      renewing={renew.isPending}
      onRenew={() => renew.mutate(owner)}
      warning={t(
        'All old calendar addresses of {name}, including those from other centers, then stop working.',
        { name: rest.name },
      )}
    />
  )
}

/** Returns a function that shows a message about the new address and refetches addresses. */
function useAddressChange() {
  const queries = useQueryClient()
  return () => {
    toast(t('New address created. The old ones no longer work.'))
    for (const { path } of [calendars.address, calendars.childAddress])
      void queries.invalidateQueries({ queryKey: [path] })
  }
}

type DialogProps = AddressProps & {
  address: {
    data: { url: string } | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  renewing: boolean
  onRenew: () => void
  /** Says which addresses stop working when a new one is created. */
  warning: string
}

function AddressDialog({
  name,
  address: { data, error, isFetching, refetch },
  renewing,
  onRenew,
  warning,
  onClose,
}: DialogProps) {
  return (
    <Dialog
      open
      title={t('Calendar for {name}', { name })}
      onClose={onClose}
      actions={data && <Actions onCopy={() => void copyText(data.url, t('Address'))} onClose={onClose} />}
    >
      {data ? (
        <div className={`${style.address} grid gap-3`}>
          <p>
            {t(
              'Subscribe to this address in your calendar app. It will show the classes and keep them up to date.',
            )}
          </p>
          <TextField
            label={t('Address')}
            value={data.url}
            onChange={() => {}}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <p>
            {t(
              'Anyone with this address can see the classes. If the wrong person gets it, create a new one.',
            )}{' '}
            {warning}
          </p>
          <Button kind="quiet" busy={renewing} onClick={onRenew}>
            {t('Create a new address')}
          </Button>
        </div>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the address')} lines={3} height="2rem" />
      )}
    </Dialog>
  )
}

function Actions({ onCopy, onClose }: { onCopy: () => void; onClose: () => void }): ReactNode {
  return (
    <>
      <Button onClick={onClose}>{t('Done')}</Button>
      <Button reads kind="primary" onClick={onCopy}>
        {t('Copy address')}
      </Button>
    </>
  )
}
