/**
 * Play at a game referee from Java.
 *
 * <p>A bot is a function from an observation to an action, or a class that implements {@link
 * gamereferee.client.Bot}; {@link gamereferee.client.Run} makes a process of it. {@link
 * gamereferee.client.RefereeClient} is for programs that play among other things.
 */
package gamereferee.client;
