import type { z } from 'zod'
import { list } from './list-setting.ts'

/** Hosts inside the network that may be called, even over http: `automation.lan` or `10.0.0.5:8080`. */
export type OutboundHosts = {
  /** Hosts of webhooks, whose addresses managers choose. */
  webhookHosts: string[]
  /** Hosts of push services, whose addresses parents choose. */
  pushHosts: string[]
}

const hosts = list
  .transform((all) => all.map((each) => each.toLowerCase()))
  .refine(
    (all) => all.every((each) => /^[\w.-]+(:\d{1,5})?$/.test(each)),
    'must be hosts such as automation.lan or 10.0.0.5:8080, separated by commas',
  )
  .default([])

/** Settings that list the hosts inside the network that may be called. */
export const outboundVariables = {
  WEBHOOK_HOSTS: hosts,
  PUSH_HOSTS: hosts,
}

export const outboundHostsOf = (set: z.infer<z.ZodObject<typeof outboundVariables>>): OutboundHosts => ({
  webhookHosts: set.WEBHOOK_HOSTS,
  pushHosts: set.PUSH_HOSTS,
})
