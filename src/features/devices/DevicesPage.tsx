import { ActionIcon, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  EllipsisVertical,
  KeyRound,
  LockKeyhole,
  LockKeyholeOpen,
  Pencil,
  Plus,
  TabletSmartphone,
} from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { centers, type Center } from '#features/centers/api.ts'
import { translateBrowser } from '#features/accounts/sessions/browser-words.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { toast } from '#web/toast.tsx'
import { useTitle } from '#web/title.ts'
import { devices, type Device, type DeviceWithKey } from './api.ts'
import { AddSheet, RenameSheet } from './DeviceSheet.tsx'
import { ReissueDialog, RevokeDialog } from './EndDialog.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { minutesLeft, seenWords } from './rules.ts'
import style from './DevicesPage.module.css'

type Action = 'rename' | 'reissue' | 'revoke'
type OpenDialog = { what: 'add' } | { what: Action; device: Device } | { what: 'key'; issued: DeviceWithKey }

/** Polling interval in ms, because the time a device was last seen changes without an event. */
const refetchMs = 15_000

/** Returns the current time in ms, updated often enough for text that counts minutes. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `/devices`: shared classroom tablets of every center the user can access. */
export function DevicesPage() {
  useTitle(t('Devices'))
  const { data, error, isFetching, refetch } = useQuery({
    ...read(devices.list, {}),
    refetchInterval: refetchMs,
  })
  const { data: known } = useQuery(read(centers.list, {}))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const now = useNow()
  const addButton = known && known.length > 0 && (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
      {t('Add device')}
    </Button>
  )
  return (
    <div className={`${style.page} stack gap-4 wide`}>
      <PageHead title={t('Devices')} actions={data && data.length > 0 && addButton} />
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the devices')} lines={4} height="3rem" />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<TabletSmartphone />} title={t('No devices yet')} action={addButton}>
          {t(
            'Teachers and assistants work on shared tablets. Add one, then type its key into the tablet’s browser. Nobody needs a password in the classroom.',
          )}
        </EmptyState>
      )}
      {data &&
        [...new Set(data.map(({ centerId }) => centerId))].map((centerId) => (
          <CenterDevices
            key={centerId}
            centerId={centerId}
            rows={data.filter((device) => device.centerId === centerId)}
            now={now}
            onOpen={(what, device) => setOpen({ what, device })}
          />
        ))}
      {open && <DeviceDialog open={open} list={data ?? []} known={known ?? []} now={now} onOpen={setOpen} />}
    </div>
  )
}

type DeviceDialogProps = {
  open: OpenDialog
  list: Device[]
  known: Center[]
  now: number
  onOpen: (open: OpenDialog | null) => void
}

function DeviceDialog({ open, list, known, now, onOpen }: DeviceDialogProps) {
  const queries = useQueryClient()
  const changed = () => {
    // Also refetches the centers, because the first device sets its center's PIN.
    for (const { path } of [devices.list, centers.list, centers.one])
      void queries.invalidateQueries({ queryKey: [path] })
  }
  const close = () => onOpen(null)
  const done = () => {
    changed()
    close()
  }
  const showKey = (issued: DeviceWithKey) => {
    changed()
    onOpen({ what: 'key', issued })
  }
  if (open.what === 'add') return <AddSheet centers={known} onAdded={showKey} onClose={close} />
  if (open.what === 'key')
    return (
      <KeyDialog
        issued={open.issued}
        device={list.find(({ _id }) => _id === open.issued._id)}
        now={now}
        onClose={close}
      />
    )
  const { device } = open
  if (open.what === 'rename') return <RenameSheet device={device} onRenamed={done} onClose={close} />
  if (open.what === 'reissue')
    return <ReissueDialog device={device} onIssued={showKey} onRefused={changed} onClose={close} />
  return <RevokeDialog device={device} onRevoked={done} onRefused={changed} onClose={close} />
}

type CenterDevicesProps = {
  centerId: string
  rows: Device[]
  now: number
  onOpen: (what: Action, device: Device) => void
}

function CenterDevices({ centerId, rows, now, onOpen }: CenterDevicesProps) {
  // Joins the channel only while a key is unused, because an admin of many centers could exceed the limit of
  // channels per socket.
  const waits = rows.some(({ keyExpiresAt }) => keyExpiresAt !== null && minutesLeft(keyExpiresAt, now) > 0)
  useLive(waits ? `center:${centerId}` : null, ['device'], [devices.list])
  const headId = useId()
  return (
    <section className={`${style.card} card`} aria-labelledby={headId}>
      <h2 id={headId}>{centerId}</h2>
      <ul>
        {rows.map((device) => (
          <DeviceRow key={device._id} device={device} now={now} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function DeviceRow({
  device,
  now,
  onOpen,
}: {
  device: Device
  now: number
  onOpen: CenterDevicesProps['onOpen']
}) {
  const { state, browser, lastSeenAt, createdBy } = device
  return (
    <li className={`${style.row} grid middle gap-3 ruled`} data-state={state}>
      <span className={`${style.name} grid breakable bold`}>
        {device.name}
        <small>{t('Added by {createdBy}', { createdBy })}</small>
      </span>
      {device.pinBlockedUntil ? <PinBlock device={device} now={now} /> : <State device={device} now={now} />}
      <span className="grid breakable" data-figures>
        {browser && (
          <>
            {seenWords(lastSeenAt, now)}
            <small>{translateBrowser(browser)}</small>
          </>
        )}
      </span>
      {state !== 'revoked' && <DeviceMenu device={device} onOpen={onOpen} />}
    </li>
  )
}

/**
 * Notice in place of a device's state while its PIN is blocked after too many wrong tries. Has a button
 * to unblock the PIN, because a teacher may be waiting.
 */
function PinBlock({ device: { _id: id, name, pinBlockedUntil }, now }: { device: Device; now: number }) {
  const queries = useQueryClient()
  const allow = useSend(devices.change, {
    onSuccess: () => {
      toast(t('{name} accepts the PIN again.', { name }))
      void queries.invalidateQueries({ queryKey: [devices.list.path] })
    },
  })
  return (
    <span className={`${style.block} grid gap-2`}>
      <StatusText icon={LockKeyhole} color="warn">
        {t('PIN blocked, {value} min left', { value: minutesLeft(pinBlockedUntil ?? '', now) })}
      </StatusText>
      <Button
        icon={<LockKeyholeOpen aria-hidden />}
        busy={allow.isPending}
        aria-label={t('Unblock the PIN on {name}', { name })}
        onClick={() => allow.mutate({ id, allowPin: true })}
      >
        {t('Unblock the PIN')}
      </Button>
    </span>
  )
}

function State({ device: { state, keyExpiresAt }, now }: { device: Device; now: number }) {
  if (state === 'active')
    return (
      <StatusText icon={CircleCheck} color="success">
        {t('Active')}
      </StatusText>
    )
  if (state === 'revoked')
    return (
      <StatusText icon={Ban} color="secondary">
        {t('Revoked')}
      </StatusText>
    )
  const left = keyExpiresAt ? minutesLeft(keyExpiresAt, now) : 0
  return left > 0 ? (
    <StatusText icon={KeyRound} color="info">
      {t('Waiting for activation, {left} min left', { left })}
    </StatusText>
  ) : (
    <StatusText icon={CircleAlert} color="warn">
      {t('Key expired')}
    </StatusText>
  )
}

function DeviceMenu({ device, onOpen }: { device: Device; onOpen: CenterDevicesProps['onOpen'] }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="secondary"
          size="var(--target)"
          aria-label={t('Actions for {device}', { device: device.name })}
        >
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={() => onOpen('reissue', device)}>
          {t('New key')}
        </Menu.Item>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => onOpen('rename', device)}>
          {t('Rename')}
        </Menu.Item>
        <Menu.Item
          color="error"
          leftSection={<Ban size={16} aria-hidden />}
          onClick={() => onOpen('revoke', device)}
        >
          {t('Revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
