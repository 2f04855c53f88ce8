import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { translateBrowser } from '#features/accounts/sessions/browser-words.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { registerWorker } from '#web/sw-registration.ts'
import { toast } from '#web/toast.tsx'
import { notifications, type PushDevice } from './api.ts'
import { isIos } from './ios.ts'
import style from '../subscriptions/MailChoices.module.css'

const canShow = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Thrown if the user or the browser denies notifications. */
class NotificationsDenied extends Error {}

/**
 * Asks the user for permission, and then the browser's push service for a subscription. Throws
 * `NotificationsDenied` without permission.
 */
async function subscribed(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsDenied()
  const { pushManager } = await registerWorker().then(() => navigator.serviceWorker.ready)
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Returns the push endpoint of this browser, or null while notifications are off. */
async function ownEndpoint() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/**
 * Section of a parent's page for browser notifications. On iPhones and iPads, explains how to get them from
 * the home screen if needed. Renders nothing in other browsers that don't support them.
 */
export function NotificationsPart() {
  if (!canShow() && !isIos(navigator)) return null
  return (
    <section className="stack gap-4" aria-labelledby="notifications">
      <h2 id="notifications">{t('Notifications')}</h2>
      <div className={`${style.center} grid column gap-4 pad-5 surface ink`}>
        {canShow() ? (
          <Devices />
        ) : (
          <p>
            {t(
              'To get notifications on this device, first tap Share, then Add to Home Screen, and open Blended Learning from there.',
            )}
          </p>
        )}
      </div>
    </section>
  )
}

function Devices() {
  const queries = useQueryClient()
  const list = read(notifications.list, {})
  const { data, error, isFetching, refetch } = useQuery(list)
  const here = useQuery({ queryKey: ['own push endpoint'], queryFn: ownEndpoint })
  const [isDenied, setDenied] = useState(Notification.permission === 'denied')
  const [isAsking, setAsking] = useState(false)
  const shows = (answer: unknown) => {
    queries.setQueryData(list.queryKey, answer)
    void here.refetch()
  }
  const add = useSend(notifications.add, { onSuccess: shows })
  const remove = useSend(notifications.remove, { onSuccess: shows })
  if (!data || here.isPending)
    return (
      <QueryState
        query={{ error, isFetching, refetch }}
        of={t('your notifications')}
        lines={1}
        height="3rem"
      />
    )
  const own = data.devices.find(({ endpoint }) => endpoint === here.data)
  const others = data.devices.filter((device) => device !== own)

  async function turnOn(key: string) {
    setAsking(true)
    try {
      add.mutate(await subscribed(key))
    } catch (problem) {
      if (problem instanceof NotificationsDenied) setDenied(true)
      else toast(t('Your browser couldn’t turn on notifications. Please try again later.'), 'error')
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <p>
        {t(
          'Get your centers’ automatic messages on this device as well. Choose which ones under Email settings.',
        )}
      </p>
      {own && (
        <Button
          icon={<BellOff aria-hidden />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: own._id })}
        >
          {t('Turn off here')}
        </Button>
      )}
      {!own && isDenied && (
        <p>
          {t(
            'This browser blocks notifications. Allow them for this site in its settings, and reload the page.',
          )}
        </p>
      )}
      {!own && !isDenied && (
        <Button
          icon={<BellRing aria-hidden />}
          busy={isAsking || add.isPending}
          onClick={() => void turnOn(data.key)}
        >
          {t('Turn on here')}
        </Button>
      )}
      {others.length > 0 && (
        <OtherDevices devices={others} busy={remove.isPending} onRemove={(id) => remove.mutate({ id })} />
      )}
    </>
  )
}

type OtherDevicesProps = { devices: readonly PushDevice[]; busy: boolean; onRemove: (id: string) => void }

const OtherDevices = ({ devices, busy, onRemove }: OtherDevicesProps) => (
  <div className="stack gap-1">
    <h3>{t('On other devices')}</h3>
    <ul>
      {devices.map((device) => (
        <OtherDevice key={device._id} device={device} busy={busy} onRemove={() => onRemove(device._id)} />
      ))}
    </ul>
  </div>
)

type OtherDeviceProps = { device: PushDevice; busy: boolean; onRemove: () => void }

const OtherDevice = ({ device, busy, onRemove }: OtherDeviceProps) => {
  const browser = translateBrowser(device.browser)
  return (
    <li className="cluster middle apart gap-2">
      <span>{browser}</span>
      <Button
        kind="quiet"
        busy={busy}
        onClick={onRemove}
        aria-label={t('Turn off on {browser}', { browser })}
      >
        {t('Turn off')}
      </Button>
    </li>
  )
}
