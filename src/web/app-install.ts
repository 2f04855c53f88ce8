import { useSyncExternalStore } from 'react'

/**
 * Installs the pages as an app on the home screen. Safari deletes a website's data, including answers waiting
 * to be sent, after seven days without a visit, but not the data of an installed app.
 */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Navigator {
    /** Safari on phones and tablets only: true if the page was opened from the home screen. */
    readonly standalone?: boolean
  }
}

let prompt: InstallPrompt | null = null
const watchers = new Set<() => void>()
const tell = () => watchers.forEach((watch) => watch())

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  prompt = event as InstallPrompt
  tell()
})
addEventListener('appinstalled', () => {
  prompt = null
  tell()
})

const dismissed = 'install-hint'
const isDismissed = () => localStorage.getItem(dismissed) !== null

/** Hides the hint on this device for good. */
export function dismissInstall() {
  localStorage.setItem(dismissed, 'dismissed')
  tell()
}

/** Shows the browser's install prompt. Hides the hint afterward, whatever the answer. */
export async function installApp() {
  await prompt?.prompt()
  prompt = null
  dismissInstall()
}

/**
 * Way to install on this device: a button, by hand in Safari, or null on computers, when installed, and after
 * dismissal.
 */
function installWay() {
  if (
    isDismissed() ||
    !matchMedia('(pointer: coarse)').matches ||
    matchMedia('(display-mode: standalone)').matches
  )
    return null
  if (prompt) return 'button'
  return navigator.standalone === false ? 'safari' : null
}

export const useInstallWay = () =>
  useSyncExternalStore((watch) => {
    watchers.add(watch)
    return () => watchers.delete(watch)
  }, installWay)

/**
 * Asks the browser not to delete this site's data when space runs low. If it refuses, the app can still be
 * installed.
 */
export async function keepStorage() {
  const { storage } = navigator
  if (!(await storage?.persisted?.())) await storage?.persist?.()
}
