import { useSyncExternalStore } from 'react'

/**
 * The pages as an app on the home screen. Safari deletes what a website has stored after seven days without a visit, answers that wait for a network
 * among it; what an installed app has stored stays.
 */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Navigator {
    /** Safari's alone on telephones and tablets: whether the page was opened from the home screen. */
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

/** Shows the hint on this device no more. */
export function dismissInstall() {
  localStorage.setItem(dismissed, 'dismissed')
  tell()
}

/** Asks as the browser does; whatever is answered, the hint has done its work. */
export async function installApp() {
  await prompt?.prompt()
  prompt = null
  dismissInstall()
}

/** Way to install on this device: a button, by hand in Safari, or null on computers, when installed, and after dismissal. */
function installWay() {
  if (isDismissed() || !matchMedia('(pointer: coarse)').matches || matchMedia('(display-mode: standalone)').matches) return null
  if (prompt) return 'button'
  return navigator.standalone === false ? 'safari' : null
}

export const useInstallWay = () =>
  useSyncExternalStore((watch) => {
    watchers.add(watch)
    return () => watchers.delete(watch)
  }, installWay)

/** Asks the browser to keep what is stored here when it needs room. A refusal changes nothing: it may still be installed. */
export async function keepStorage() {
  const { storage } = navigator
  if (!(await storage?.persisted?.())) await storage?.persist?.()
}
