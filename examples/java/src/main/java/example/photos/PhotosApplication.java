package example.photos;

import static org.springframework.web.util.HtmlUtils.htmlEscape;

import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** A web app that signs users in with Latchkey and calls an API with their access token. */
@SpringBootApplication
@RestController
public class PhotosApplication {
    private static final Logger log = LoggerFactory.getLogger(PhotosApplication.class);
    private static final String SIGN_IN = "/oauth2/authorization/latchkey";

    private final RestClient api;

    PhotosApplication(@Value("${api-url}") String apiUrl) {
        var http = new JdkClientHttpRequestFactory();
        http.setReadTimeout(Duration.ofSeconds(10));
        api = RestClient.builder().baseUrl(apiUrl).requestFactory(http).build();
    }

    public static void main(String[] args) {
        SpringApplication.run(PhotosApplication.class, args);
    }

    @Bean
    SecurityFilterChain security(
            HttpSecurity http, ClientRegistrationRepository registrations, @Value("${redirect-uri}") URI redirectUri) {
        // Ends the session of this app, then the one at Latchkey.
        var logout = new OidcClientInitiatedLogoutSuccessHandler(registrations);
        logout.setPostLogoutRedirectUri(redirectUri.resolve("/").toString());
        return http
                .authorizeHttpRequests(requests -> requests
                        .requestMatchers("/").permitAll()
                        .anyRequest().authenticated())
                .oauth2Login(login -> login
                        .loginPage(SIGN_IN)
                        .loginProcessingUrl(redirectUri.getPath())
                        .failureHandler((request, response, error) -> {
                            log.warn("Sign-in failed: {}", error.getMessage());
                            response.setStatus(HttpStatus.BAD_REQUEST.value());
                            response.setContentType("text/html;charset=utf-8");
                            response.getWriter().write(failedPage(error.getMessage()));
                        }))
                .logout(out -> out.logoutUrl("/sign-out").logoutSuccessHandler(logout))
                .build();
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OidcUser user, CsrfToken csrf) {
        return user == null ? signedOutPage() : homePage(user, csrf);
    }

    /** Calls an API with the access token. */
    @GetMapping("/profile")
    String profile(@RegisteredOAuth2AuthorizedClient("latchkey") OAuth2AuthorizedClient latchkey) {
        String accessToken = latchkey.getAccessToken().getTokenValue();
        String profile = api.get()
                .headers(headers -> headers.setBearerAuth(accessToken))
                .retrieve()
                .body(String.class);
        return profilePage(profile);
    }

    /** The access token has expired or was revoked. */
    @ExceptionHandler(HttpClientErrorException.Unauthorized.class)
    ResponseEntity<Void> signInAgain() {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(SIGN_IN)).build();
    }

    private static String signedOutPage() {
        return """
                <!doctype html>
                <title>Photos</title>
                <p><a href="%s">Sign in</a></p>
                """.formatted(SIGN_IN);
    }

    private static String homePage(OidcUser user, CsrfToken csrf) {
        String name = user.getFullName() == null ? user.getSubject() : user.getFullName();
        return """
                <!doctype html>
                <title>Photos</title>
                <p>Hello %s.</p>
                <p><a href="/profile">Profile</a></p>
                <form method="post" action="/sign-out">
                  <input type="hidden" name="%s" value="%s">
                  <button>Sign out</button>
                </form>
                """.formatted(htmlEscape(name), csrf.getParameterName(), csrf.getToken());
    }

    private static String profilePage(String profile) {
        return """
                <!doctype html>
                <title>Profile</title>
                <pre>%s</pre>
                """.formatted(htmlEscape(profile));
    }

    private static String failedPage(String error) {
        return """
                <!doctype html>
                <title>Sign-in failed</title>
                <p>Sign-in failed: %s. <a href="%s">Try again</a></p>
                """.formatted(htmlEscape(error), SIGN_IN);
    }
}
