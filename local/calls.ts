import type { Assembly } from './assembly/model.ts'
import type { Credentials, Holder } from './functions/credentials.ts'
import { accessesOf } from './iam/access.ts'
import type { AccessFacts } from './iam/access.ts'
import { allows } from './iam/policy.ts'
import type { Service, ServiceRequest, ServiceResponse } from './service.ts'
import { ServiceFault, faultResponse, jsonAction, readForm } from './wire.ts'
import type { Protocol } from './wire.ts'

/** One call that a function makes to an AWS service, as a fault test sees it. */
export type Call = {
  functionName: string
  /** The service as signatures name it: `dynamodb`, `sqs`, `sns`, `ses`, `states`, `s3`. */
  service: string
  action: string
  /** `before` the service has done anything, `after` it has done all but answer. */
  phase: 'before' | 'after'
}

/** What happens to the call: the calling sandbox dies, the service refuses, or the whole stack dies. */
export type Verdict =
  'kill-function' | 'stack-kill' | { error: { code: string; message?: string; status?: number } } | undefined

export type CallHook = (call: Call) => Verdict | Promise<Verdict>

/** The embedded services and how each words its errors. */
export type Services = Record<string, { service: Service; protocol: Protocol }>

export type CallsOptions = {
  services: Services
  credentials: Credentials
  roles: Assembly['roles']
  facts: AccessFacts
  hook(): CallHook | undefined
  killStack(): void
}

/** Answers signed calls: finds the caller by its key, asks its policies, then lets the service work. */
export function createCalls(options: CallsOptions) {
  const { services, credentials, roles, facts } = options

  const refuseDenied = (
    holder: Exclude<Holder, 'operator'>,
    serviceName: string,
    request: ServiceRequest,
  ) => {
    const accesses = accessesOf(serviceName, request, facts)
    if (!accesses) {
      const action = `${request.method} ${request.url.pathname}`
      throw new ServiceFault(
        'AccessDeniedException',
        `No IAM action is known for ${serviceName} ${action}.`,
        403,
      )
    }
    const denied = accesses.find((access) => !allows(roles.get(holder.roleArn) ?? [], access))
    if (!denied) return
    throw new ServiceFault(
      deniedCodes[serviceName] ?? 'AccessDeniedException',
      `${holder.functionName} (${holder.roleArn}) is not authorized to perform: ${denied.action} on resource: ` +
        `${denied.resource} because no identity-based policy allows the ${denied.action} action`,
      serviceName === 'dynamodb' || serviceName === 'states' ? 400 : 403,
    )
  }

  const consult = async (holder: Exclude<Holder, 'operator'>, call: Call) => {
    const verdict = await options.hook()?.(call)
    if (verdict === undefined) return
    if (verdict === 'kill-function') holder.terminate()
    else if (verdict === 'stack-kill') options.killStack()
    else {
      const { code, message = `Injected ${code}`, status = 400 } = verdict.error
      throw new ServiceFault(code, message, status)
    }
    throw new ServiceFault('ServiceUnavailable', 'The caller is gone.', 503)
  }

  return {
    async handle(
      serviceName: string,
      accessKeyId: string,
      request: ServiceRequest,
    ): Promise<ServiceResponse> {
      const known = services[serviceName]
      if (!known) {
        const fault = new ServiceFault(
          'UnknownOperationException',
          `The service ${serviceName} is not embedded.`,
          404,
        )
        return faultResponse('json', fault)
      }
      try {
        const holder = credentials.holder(accessKeyId)
        if (!holder) throw unknownKey(serviceName)
        if (holder === 'operator') return await known.service.handle(request)
        const { functionName } = holder
        refuseDenied(holder, serviceName, request)
        const action = actionOf(serviceName, known.protocol, request)
        await consult(holder, { functionName, service: serviceName, action, phase: 'before' })
        const response = await known.service.handle({ ...request, caller: { functionName } })
        await consult(holder, { functionName, service: serviceName, action, phase: 'after' })
        return response
      } catch (error) {
        if (error instanceof ServiceFault) return faultResponse(known.protocol, error)
        throw error
      }
    },
  }
}

const deniedCodes: Record<string, string> = {
  s3: 'AccessDenied',
  ses: 'AccessDenied',
  sns: 'AuthorizationError',
  sqs: 'AccessDenied',
}

function unknownKey(serviceName: string): ServiceFault {
  const code =
    { s3: 'InvalidAccessKeyId', ses: 'InvalidClientTokenId', sns: 'InvalidClientTokenId' }[serviceName] ??
    'UnrecognizedClientException'
  return new ServiceFault(code, 'The security token included in the request is invalid.', 403)
}

function actionOf(serviceName: string, protocol: Protocol, request: ServiceRequest): string {
  if (protocol === 'json') return jsonAction(request)
  if (protocol === 'query') return String(readForm(request.body)['Action'])
  return `${serviceName}:${request.method}`
}
