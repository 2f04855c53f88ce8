import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { checkout, stripeEvents } from './api.ts'
import { beginCheckout, finishCheckout, takeEvent } from './checkout.ts'
import { stripeApi } from './stripe.ts'

export function checkoutRoutes(settings: Settings): Handlers<typeof checkout> {
  const means = { api: stripeApi(settings), settings }
  return {
    begin: (call) => beginCheckout(call, call.input, means),

    finish: (call) => finishCheckout(call, call.input, means),
  }
}

export function stripeEventsRoutes(settings: Settings): Handlers<typeof stripeEvents> {
  const means = { api: stripeApi(settings), settings }
  return {
    async take({ db, bytes, signature }) {
      await takeEvent(db, { bytes, signature }, means)
      return null
    },
  }
}
