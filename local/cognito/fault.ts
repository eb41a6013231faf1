/** A refusal as Cognito words it: the SDKs turn `type` into the name of the error that they throw. */
export class CognitoFault extends Error {
  override name = 'CognitoFault'
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** One text for a wrong password, an unknown user and a broken proof: none of them may be told apart. */
export const wrongCredentials = (): CognitoFault =>
  new CognitoFault('NotAuthorizedException', 'Incorrect username or password.')

export const invalidParameter = (message: string): CognitoFault =>
  new CognitoFault('InvalidParameterException', message)
