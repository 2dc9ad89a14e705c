import { Clock } from '@cds/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { MailModule } from '../../site/mail/mail.module.js';
import type { MailSettings } from '../../site/mail/mail-transport.js';
import { AccessQuery } from './access/access.query.js';
import { EndAccessHandler } from './access/end-access.handler.js';
import { EndAccessHttp } from './access/end-access.http.js';
import { AccountNotices } from './account-notices.js';
import { AccountHttp } from './account-page/account.http.js';
import { RequestedEmails } from './requested-emails.js';
import { Attempts } from './attempts/attempts.js';
import { RequestConfirmationHttp } from './email-confirmation/request-confirmation.http.js';
import { ConfirmEmailHandler } from './email-confirmation/confirm-email.handler.js';
import { EmailConfirmationHttp } from './email-confirmation/email-confirmation.http.js';
import { Origins } from './origin.js';
import { PasswordChangeHttp } from './password-change/password-change.http.js';
import { PasswordChangeHandler } from './password-change/password-change.handler.js';
import { PasswordForgotHandler } from './password-reset/password-forgot.handler.js';
import { PasswordForgotHttp } from './password-reset/password-forgot.http.js';
import { PasswordResetHttp } from './password-reset/password-reset.http.js';
import { PasswordResetHandler } from './password-reset/password-reset.handler.js';
import { PasswordChanges } from './passwords/password-changes.js';
import { PeopleSweeper } from './people-sweeper.js';
import { PersonAudit } from './person-audit.js';
import { PortalAccessHttp } from './portal-access/portal-access.http.js';
import { PortalSessionHttp } from './portal-session/portal-session.http.js';
import { OUTSIDE_PROVIDER, outsideProviderOf, type ProviderSettings } from './provider/outside-provider.js';
import { ProviderArrivalHandler } from './provider/provider-arrival.handler.js';
import { ProviderHttp } from './provider/provider.http.js';
import { ProviderIdentities } from './provider/provider-identities.js';
import { ProviderSignIn } from './provider/provider-sign-in.js';
import { ADMIN_SECOND_FACTOR, type AdminSecondFactor } from './second-factor/admin-policy.js';
import { RELYING_PARTY, relyingPartyOf } from './second-factor/passkeys/relying-party.js';
import { SECOND_FACTOR_CONTROLLERS, SECOND_FACTOR_PARTS } from './second-factor/second-factor-parts.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionCredentials } from './sessions/session-credentials.js';
import { PORTAL_ORIGIN } from './sessions/portal-origin.js';
import { SessionSignIns } from './sessions/session-sign-ins.js';
import { SESSION_MAX_DAYS, Sessions } from './sessions/sessions.js';
import { FailedSignIns } from './sign-in/failed-sign-ins.js';
import { PasswordCheck } from './sign-in/password-check.js';
import { PasskeySignInHttp } from './sign-in/passkey-sign-in.http.js';
import { SignInPages } from './sign-in/sign-in-pages.js';
import { SignInHttp } from './sign-in/sign-in.http.js';
import { SignInHandler } from './sign-in/sign-in.handler.js';
import { SignOutHttp } from './sign-in/sign-out.http.js';
import { SignIns } from './sign-ins.js';
import { FinishSignUpHttp } from './sign-up/finish-sign-up.http.js';
import { FinishSignUpHandler } from './sign-up/finish-sign-up.handler.js';
import { SignUpHttp } from './sign-up/sign-up.http.js';

export interface PeopleModuleOptions {
  readonly publicUrl: string;
  readonly mail: MailSettings;
  readonly provider: ProviderSettings;
  readonly sessionMaxDays: number;
  readonly adminSecondFactor: AdminSecondFactor;
}

const CONTROLLERS = [
  AccountHttp,
  EndAccessHttp,
  RequestConfirmationHttp,
  EmailConfirmationHttp,
  FinishSignUpHttp,
  PasswordChangeHttp,
  PasswordForgotHttp,
  PasswordResetHttp,
  PortalAccessHttp,
  PortalSessionHttp,
  ProviderHttp,
  ...SECOND_FACTOR_CONTROLLERS,
  PasskeySignInHttp,
  SignInHttp,
  SignOutHttp,
  SignUpHttp,
];

const HANDLERS = [
  ConfirmEmailHandler,
  EndAccessHandler,
  FinishSignUpHandler,
  PasswordChangeHandler,
  PasswordForgotHandler,
  PasswordResetHandler,
  ProviderArrivalHandler,
  SignInHandler,
];
const PARTS = [
  RequestedEmails,
  AccessQuery,
  AccountNotices,
  Attempts,
  FailedSignIns,
  Origins,
  PasswordChanges,
  PasswordCheck,
  PeopleSweeper,
  PersonAudit,
  ProviderIdentities,
  ...SECOND_FACTOR_PARTS,
  SessionCookies,
  SessionCredentials,
  Sessions,
  SignInPages,
];

/** People: how they sign up, in and out. Gives the whole app `SignIns`. */
@Module({})
export class PeopleModule {
  static forRoot({
    publicUrl,
    mail,
    provider: settings,
    sessionMaxDays,
    adminSecondFactor,
  }: PeopleModuleOptions): DynamicModule {
    const provider = outsideProviderOf(settings);
    return {
      module: PeopleModule,
      global: true,
      imports: [MailModule.forRoot(mail, publicUrl)],
      controllers: CONTROLLERS,
      providers: [
        ...HANDLERS,
        ...PARTS,
        { provide: SignIns, useClass: SessionSignIns },
        { provide: OUTSIDE_PROVIDER, useValue: provider },
        { provide: SESSION_MAX_DAYS, useValue: sessionMaxDays },
        { provide: ADMIN_SECOND_FACTOR, useValue: adminSecondFactor },
        { provide: RELYING_PARTY, useValue: relyingPartyOf(publicUrl) },
        { provide: PORTAL_ORIGIN, useValue: publicUrl },
        {
          provide: ProviderSignIn,
          inject: [Clock],
          useFactory: (clock: Clock) => provider && new ProviderSignIn(provider, publicUrl, clock),
        },
      ],
      exports: [AccountNotices, SessionCookies, SessionCredentials, SignIns],
    };
  }
}
