import { useSyncExternalStore } from 'react'

/**
 * Event by which a browser offers to install the pages as an app. Safari deletes a website's data, including
 * unsent answers, after seven days without a visit, but not the data of an installed app.
 */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Navigator {
    /** True if the page was opened from the home screen. Only Safari on phones and tablets has this. */
    readonly standalone?: boolean
  }
}

let prompt: InstallPrompt | null = null
const watchers = new Set<() => void>()
const notifyWatchers = () => watchers.forEach((watch) => watch())

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  prompt = event as InstallPrompt
  notifyWatchers()
})
addEventListener('appinstalled', () => {
  prompt = null
  notifyWatchers()
})

const dismissed = 'install-hint'
const isDismissed = () => localStorage.getItem(dismissed) !== null

/** Permanently hides the install hint in this browser. */
export function dismissInstall() {
  localStorage.setItem(dismissed, 'dismissed')
  notifyWatchers()
}

/** Shows the browser's install prompt. Then hides the install hint, regardless of the answer. */
export async function installApp() {
  await prompt?.prompt()
  prompt = null
  dismissInstall()
}

/**
 * Returns how to install the app on this device: with a button, or by hand in Safari. Returns null if neither
 * is possible, if touch isn't the main input, if this is the installed app, or if the hint was dismissed.
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
 * Asks the browser not to delete this site's data when space runs low. If the browser refuses, installing the
 * app can still protect the data.
 */
export async function keepStorage() {
  const { storage } = navigator
  if (!(await storage?.persisted?.())) await storage?.persist?.()
}
