import { devicesWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { activation, devices } from './api.ts'
import { activationRoutes, devicesRoutes } from './routes.ts'

/**
 * The center's tablets: their activation, PINs and settings.
 */
export const devicesFeature: Feature = {
  name: 'devices',
  endpoints: () => [endpoints(activation, activationRoutes), endpoints(devices, devicesRoutes)],
  wording: devicesWording,
}
